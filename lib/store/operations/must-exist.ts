import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';

/**
 * Writes nothing, but fails the transaction if there is no such item. An item whose erasure has begun does
 * not count.
 */
export const mustExist = <E extends Error>(Key: Key, otherwise: () => E): Operation<E> => ({
  request: {
    ConditionCheck: {
      TableName: tableName(),
      Key,
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasing)',
    },
  },
  otherwise,
});

/** Writes nothing, but fails the transaction if there is no such item, or if it expires. */
export const mustNotExpire = <E extends Error>(
  Key: Key,
  otherwise: Operation<E>['otherwise'],
): Operation<E> => ({
  request: {
    ConditionCheck: {
      TableName: tableName(),
      Key,
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(expires)',
    },
  },
  ...(otherwise && { otherwise }),
});

/** Writes nothing, but fails the transaction if an item has changed since it was read, or is gone. */
export const mustBeUnchanged = (Key: Key, readVersion: number): Operation<Stale> => ({
  request: {
    ConditionCheck: {
      TableName: tableName(),
      Key,
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': readVersion },
    },
  },
  otherwise: () => new Stale(),
});
