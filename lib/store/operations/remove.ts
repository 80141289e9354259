import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import { Stale } from './failures.ts';
import type { Operation } from './operation.ts';
import type { ReadAttributes } from './unchanged.ts';
import { unchanged } from './unchanged.ts';

/** Removes an item, if it exists. */
export const remove = (Key: Key): Operation<never> => ({
  request: { Delete: { TableName: tableName(), Key } },
});

/** Removes an item if these attributes are as they were read, and an absent one is still absent. */
export const removeUnchanged = (Key: Key, read: ReadAttributes): Operation<Stale> => ({
  request: { Delete: { TableName: tableName(), Key, ...unchanged(read) } },
  otherwise: () => new Stale(),
});

/** Removes an item if its version has not changed since it was read. */
export const removeVersion = (key: Key, version: number): Operation<Stale> =>
  removeUnchanged(key, { version });
