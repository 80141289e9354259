import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';

/** Removes an item, if it exists. */
export const remove = (Key: Key): Operation<never> => ({
  request: { Delete: { TableName: tableName(), Key } },
});

/**
 * Removes an item if these attributes have not changed since they were read, nor an absent one been added.
 */
export const removeUnchanged = (
  Key: Key,
  read: Readonly<Record<string, number | undefined>>,
): Operation<Stale> => ({
  request: {
    Delete: {
      TableName: tableName(),
      Key,
      ConditionExpression: Object.entries(read)
        .map(([name, value]) =>
          value === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`,
        )
        .join(' AND '),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(read).flatMap(([name, value]) => (value === undefined ? [] : [[`:${name}`, value]])),
      ),
    },
  },
  otherwise: () => new Stale(),
});

/** Removes an item if its version has not changed since it was read. */
export const removeVersion = (key: Key, version: number): Operation<Stale> =>
  removeUnchanged(key, { version });
