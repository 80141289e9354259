import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { inBatches } from '#lib/domain/batches.ts';
import { newId } from '#lib/domain/ids.ts';
import { createTable } from '#lib/local/create-table.ts';
import { startDynamoDb } from '#lib/local/dynamodb.ts';
import { startFollower } from '#lib/local/follower.ts';
import { eventsPartition } from '#lib/store/keys.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const TableName = 'followed';

const write = async (client: DynamoDBClient, ids: readonly string[]): Promise<void> => {
  for (const batch of inBatches(ids, 25)) {
    const requests = batch.map((id, at) => ({
      PutRequest: { Item: { pk: { S: eventsPartition(at % 2) }, sk: { S: id } } },
    }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  }
};

test('in a backlog, the position is noted after each batch, and new events do not wait for its end', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
  const { endpoint, close } = await startDynamoDb({});
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'any');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'any');
  const directory = await mkdtemp(join(tmpdir(), 'follower-'));
  const file = join(directory, 'followed');
  const client = new DynamoDBClient({});
  await createTable(TableName);
  const backlog = Array.from({ length: 450 }, () => newId('evt')).sort();
  await write(client, backlog);

  /** The events of each call, and the position that was noted before it. */
  const calls: { readonly ids: readonly string[]; readonly noted: string | undefined }[] = [];
  let fresh = '';
  const done = Promise.withResolvers<void>();
  const handler = async ({ Records }: DynamoDBStreamEvent) => {
    const ids = Records.map(({ eventID = '' }) => eventID);
    calls.push({ ids, noted: await readFile(file, 'utf8').catch(() => undefined) });
    if (calls.length === 1) {
      fresh = newId('evt');
      await write(client, [fresh]);
    }
    if (calls.flatMap((call) => call.ids).length === backlog.length + 1) done.resolve();
    return { batchItemFailures: [] };
  };
  const follower = await startFollower({ tableName: TableName, file, handler });
  try {
    await done.promise;
    const [first, second, third, fourth] = calls;
    expect(first).toEqual({ ids: backlog.slice(0, 100), noted: undefined });
    // It was written while the first batch was followed.
    expect(second).toEqual({ ids: [fresh], noted: backlog[99] });
    expect(third).toEqual({ ids: backlog.slice(100, 200), noted: backlog[99] });
    expect(fourth).toEqual({ ids: backlog.slice(200, 300), noted: backlog[199] });
    expect(calls.map(({ ids }) => ids.length)).toEqual([100, 1, 100, 100, 100, 50]);
  } finally {
    await follower.close();
    client.destroy();
    await close();
    await rm(directory, { recursive: true });
  }
});
