import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { inBatches } from '#lib/domain/batches.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { upgraded } from '../shapes.ts';
import type { Item, ItemKey, Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import { projection } from './projection.ts';
import { untilProcessed } from './until-processed.ts';

/** DynamoDB's maximum for one call. */
const batchSize = 100;
const atOnce = 16;

export interface BatchGetOptions {
  /** Half the price, for reads that may be slightly out of date. */
  readonly eventuallyConsistent?: boolean;
  /** Only these attributes and the keys, which takes less time but costs the same. */
  readonly attributes?: readonly string[];
}

/**
 * Any number of different items, in the order of the keys; undefined for missing items. Without keys, there
 * is no call.
 */
export const batchGet = async (
  keys: readonly Key[],
  { eventuallyConsistent = false, attributes }: BatchGetOptions = {},
): Promise<(Item | undefined)[]> => {
  const table = tableName();
  const found = new Map<string, Item>();
  const spelled = ({ pk, sk }: ItemKey) => `${pk}\n${sk}`;

  const read = async (open: readonly Key[]): Promise<Key[]> => {
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({
        RequestItems: {
          [table]: {
            Keys: [...open],
            ConsistentRead: !eventuallyConsistent,
            ...(attributes && projection(attributes)),
          },
        },
      }),
    );
    for (const item of (Responses?.[table] ?? []) as Item[]) {
      // A projection may lack the number of the shape, so it cannot be upgraded.
      found.set(spelled(item), attributes ? item : upgraded(item));
    }
    return (UnprocessedKeys?.[table]?.Keys ?? []) as Key[];
  };

  await forEachConcurrently(inBatches(keys, batchSize), atOnce, (batch) => untilProcessed(batch, read));
  return keys.map((key) => found.get(spelled(key)));
};
