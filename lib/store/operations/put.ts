import { withShape } from '../shapes.ts';
import type { Item } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';

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

/** Replaces an item if these attributes have not changed since they were read. */
export const putUnchanged = (
  item: Item,
  read: Readonly<Record<string, string | number | null>>,
): Operation<Stale> => {
  const attributes = Object.entries(read);
  return {
    request: {
      Put: {
        TableName: tableName(),
        Item: withShape(item),
        ConditionExpression: attributes.map((_, at) => `#n${at} = :v${at}`).join(' AND '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], at) => [`#n${at}`, name])),
        ExpressionAttributeValues: Object.fromEntries(attributes.map(([, value], at) => [`:v${at}`, value])),
      },
    },
    otherwise: () => new Stale(),
  };
};

/** Replaces an item if its version has not changed since it was read. */
export const putOver = (item: Item, readVersion: number): Operation<Stale> =>
  putUnchanged(item, { version: readVersion });
