import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';

/** Removes an item, if it exists. */
export const remove = (Key: Key): Operation<never> => ({
  request: { Delete: { TableName: tableName(), Key } },
});

/** Removes an item if its version has not changed since it was read. */
export const removeVersion = (Key: Key, readVersion: number): Operation<Stale> => ({
  request: {
    Delete: {
      TableName: tableName(),
      Key,
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': readVersion },
    },
  },
  otherwise: () => new Stale(),
});
