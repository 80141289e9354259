import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';
import type { ReadAttributes } from './unchanged.ts';
import { unchanged } from './unchanged.ts';

/** Writes nothing, but fails the transaction if the condition does not hold. */
const check =
  (ConditionExpression: string) =>
  <E extends Error>(Key: Key, otherwise?: Operation<E>['otherwise']): Operation<E> => ({
    request: { ConditionCheck: { TableName: tableName(), Key, ConditionExpression } },
    ...(otherwise && { otherwise }),
  });

/** Fails if there is no such item. An item whose erasure has begun does not count. */
export const mustExist = check('attribute_exists(pk) AND attribute_not_exists(erasing)');

/** Fails if there is such an item. */
export const mustBeAbsent = check('attribute_not_exists(pk)');

/** Fails if there is no such item, or if it expires. */
export const mustNotExpire = check('attribute_exists(pk) AND attribute_not_exists(expires)');

/** Fails if the item says that what it is about was erased. */
export const mustNotBeErased = check('attribute_not_exists(erased)');

/** Writes nothing, but fails the transaction if attributes of an item have changed since they were read. */
export const mustBeUnchanged = (Key: Key, read: ReadAttributes): Operation<Stale> => ({
  request: { ConditionCheck: { TableName: tableName(), Key, ...unchanged(read) } },
  otherwise: () => new Stale(),
});
