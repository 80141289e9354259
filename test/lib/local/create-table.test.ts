import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { createTable, createTableInput } from '#lib/local/create-table.ts';
import { startDynamoDb } from '#lib/local/dynamodb.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a table is created once, and gets the indexes that it lacks or has otherwise, and keeps others', async () => {
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
    const [first, second, ...rest] = GlobalSecondaryIndexes;
    if (!first || !second) throw new Error('The table has fewer than two indexes');
    const client = new DynamoDBClient({});
    const later = { ...second, IndexName: 'by_later' };
    const used = new Set(
      [input, ...GlobalSecondaryIndexes.slice(0, -1)].flatMap(({ KeySchema = [] }) =>
        KeySchema.map(({ AttributeName }) => AttributeName),
      ),
    );
    await client.send(
      new CreateTableCommand({
        ...input,
        AttributeDefinitions: (input.AttributeDefinitions ?? []).filter(({ AttributeName }) =>
          used.has(AttributeName),
        ),
        // The first is as it is now, the second has another content, and the last is missing.
        GlobalSecondaryIndexes: [
          first,
          { ...second, Projection: { ProjectionType: 'ALL' } },
          later,
          ...rest.slice(0, -1),
        ],
      }),
    );
    await client.send(
      new PutItemCommand({
        TableName: 'earlier',
        Item: Object.fromEntries(
          (input.AttributeDefinitions ?? []).map(({ AttributeName = '' }) => [AttributeName, { S: 'any' }]),
        ),
      }),
    );
    await createTable('earlier');
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'earlier' }));
    const contentOf = (indexes: typeof GlobalSecondaryIndexes = []) =>
      indexes.map(({ IndexName, Projection }) => `${IndexName} ${Projection?.ProjectionType}`).sort();
    expect(contentOf(Table?.GlobalSecondaryIndexes as never)).toEqual(
      contentOf([...GlobalSecondaryIndexes, later]),
    );
    for (const { IndexName, KeySchema = [] } of GlobalSecondaryIndexes) {
      const { Count } = await client.send(
        new QueryCommand({
          TableName: 'earlier',
          IndexName,
          KeyConditionExpression: '#key = :any',
          ExpressionAttributeNames: { '#key': KeySchema[0]?.AttributeName ?? '' },
          ExpressionAttributeValues: { ':any': { S: 'any' } },
        }),
      );
      expect([IndexName, Count]).toEqual([IndexName, 1]);
    }
    client.destroy();
  } finally {
    await close();
  }
});
