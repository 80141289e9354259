import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '#lib/contract/errors.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { withShape } from '../shapes.ts';
import type { Item, Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

export interface BatchWrite {
  readonly puts?: readonly Item[];
  readonly removals?: readonly Key[];
}

/** DynamoDB's maximum for one call. */
const batchSize = 25;
const atOnce = 8;
/** After this many consecutive throttled attempts, the table counts as unavailable. */
const maxAttempts = 8;

type Request = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Key } };

const writeBatch = async (requests: readonly Request[]): Promise<void> => {
  const table = tableName();
  let open: readonly Request[] = requests;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw new ApiError('unavailable');
    if (attempt > 0) await wait(Math.random() * 10 * 2 ** attempt);
    const { UnprocessedItems } = await dynamodb.send(
      new BatchWriteCommand({ RequestItems: { [table]: [...open] } }),
    );
    open = (UnprocessedItems?.[table] ?? []) as Request[];
  }
};

/** Writes any number of different items, without a transaction, at half its price. */
export const batchWrite = async ({ puts = [], removals = [] }: BatchWrite): Promise<void> => {
  const requests: Request[] = [
    ...puts.map((Item) => ({ PutRequest: { Item: withShape(Item) } })),
    ...removals.map((Key) => ({ DeleteRequest: { Key } })),
  ];
  await forEachConcurrently(inBatches(requests, batchSize), atOnce, writeBatch);
};
