import { withShape } from '../shapes.ts';
import type { Item } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';
import type { ReadAttributes } from './unchanged.ts';
import { unchanged } from './unchanged.ts';

/** Writes an item unconditionally. */
export const put = (item: Item): Operation<never> => ({
  request: { Put: { TableName: tableName(), Item: withShape(item) } },
});

/** Writes an item if there is none, or only an expired one. */
export const putNew = <R extends Error>(
  item: Item,
  otherwise: (existing: Item | undefined) => R,
): Operation<R> => ({
  request: {
    Put: {
      TableName: tableName(),
      Item: withShape(item),
      ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
  otherwise,
});

/** Replaces an item, if it exists. */
export const putExisting = <R extends Error>(item: Item, otherwise: () => R): Operation<R> => ({
  request: {
    Put: { TableName: tableName(), Item: withShape(item), ConditionExpression: 'attribute_exists(pk)' },
  },
  otherwise,
});

/** Replaces an item if these attributes are as they were read, and an absent one is still absent. */
export const putUnchanged = (item: Item, read: ReadAttributes): Operation<Stale> => ({
  request: { Put: { TableName: tableName(), Item: withShape(item), ...unchanged(read) } },
  otherwise: () => new Stale(),
});

/** Replaces an item if its version has not changed since it was read. */
export const putOver = (item: Item, readVersion: number): Operation<Stale> =>
  putUnchanged(item, { version: readVersion });
