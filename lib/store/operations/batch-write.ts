import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { inBatches } from '#lib/domain/batches.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { withShape } from '../shapes.ts';
import type { Item, Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import { untilProcessed } from './until-processed.ts';

export interface BatchWrite {
  readonly puts?: readonly Item[];
  readonly removals?: readonly Key[];
}

/** DynamoDB's maximum for one call. */
const batchSize = 25;
const atOnce = 8;

type Request = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Key } };

const write = async (open: readonly Request[]): Promise<Request[]> => {
  const table = tableName();
  const { UnprocessedItems } = await dynamodb.send(
    new BatchWriteCommand({ RequestItems: { [table]: [...open] } }),
  );
  return (UnprocessedItems?.[table] ?? []) as Request[];
};

/** Writes any number of different items, without a transaction, at half its price. */
export const batchWrite = async ({ puts = [], removals = [] }: BatchWrite): Promise<void> => {
  const requests: Request[] = [
    ...puts.map((Item) => ({ PutRequest: { Item: withShape(Item) } })),
    ...removals.map((Key) => ({ DeleteRequest: { Key } })),
  ];
  await forEachConcurrently(inBatches(requests, batchSize), atOnce, (batch) => untilProcessed(batch, write));
};
