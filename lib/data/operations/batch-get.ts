import { setTimeout as wait } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '#lib/contract/errors.ts';
import { upgraded } from '../shapes.ts';
import type { Item, Key, Keyed } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import { projection } from './projection.ts';

/** After this many consecutive throttled attempts, the table counts as unavailable. */
const maxAttempts = 8;

export interface BatchGetOptions {
  /** Half the price, for reads that may be slightly out of date. */
  readonly eventuallyConsistent?: boolean;
  /** Only these attributes and the keys, which takes less time but costs the same. */
  readonly attributes?: readonly string[];
}

/**
 * Up to 100 different items in one call, in the order of the keys; undefined for missing items. Without keys,
 * there is no call.
 */
export const batchGet = async (
  keys: readonly Key[],
  { eventuallyConsistent = false, attributes }: BatchGetOptions = {},
): Promise<(Item | undefined)[]> => {
  const table = tableName();
  const found = new Map<string, Item>();
  const spelled = ({ pk, sk }: Keyed) => `${pk}\n${sk}`;

  let open: readonly Key[] = keys;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw new ApiError('unavailable');
    if (attempt > 0) await wait(Math.random() * 10 * 2 ** attempt);
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
    open = (UnprocessedKeys?.[table]?.Keys ?? []) as Key[];
  }
  return keys.map((key) => found.get(spelled(key)));
};
