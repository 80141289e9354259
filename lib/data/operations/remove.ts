import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';

/** Removes an item, if it exists. */
export const remove = ({ pk, sk }: Key): Operation<never> => ({
  request: { Delete: { TableName: tableName(), Key: { pk, sk } } },
});

/** Removes an item if its version has not changed since it was read. */
export const removeVersion = ({ pk, sk }: Key, readVersion: number): Operation<Stale> => ({
  request: {
    Delete: {
      TableName: tableName(),
      Key: { pk, sk },
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': readVersion },
    },
  },
  otherwise: () => new Stale(),
});
