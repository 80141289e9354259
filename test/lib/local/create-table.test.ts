import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { createTable, createTableInput } from '#lib/local/create-table.ts';
import { startDynamoDb } from '#lib/local/dynamodb.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a table is created once, and refused if an earlier version created it with other indexes', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
  const { endpoint, close } = await startDynamoDb({});
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'any');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
  try {
    await createTable('current');
    await createTable('current');

    const { GlobalSecondaryIndexes = [], ...input } = createTableInput('earlier');
    const whole = GlobalSecondaryIndexes.map((index) => ({
      ...index,
      Projection: { ProjectionType: 'ALL' as const },
    }));
    const client = new DynamoDBClient({});
    await client.send(new CreateTableCommand({ ...input, GlobalSecondaryIndexes: whole }));
    client.destroy();
    await expect(createTable('earlier')).rejects.toThrow('with other indexes');
  } finally {
    await close();
  }
});
