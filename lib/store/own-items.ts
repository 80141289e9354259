import type { KindById } from './keys.ts';
import { keyOf } from './keys.ts';
import { expiring, ownersRememberedMs } from './memory.ts';
import { batchGet } from './operations/batch-get.ts';
import { Stale } from './operations/failures.ts';
import { get } from './operations/get.ts';
import type { Operation } from './operations/operation.ts';
import { putNew, putUnchanged } from './operations/put.ts';
import { removeVersion } from './operations/remove.ts';
import type { Item } from './table.ts';

/** A kind of which each owner has one item with all its entries, so that one read finds them. */
interface OwnList<T> {
  readonly kind: 'analyzers' | 'listeners';
  /** The attribute with the entries, as JSON text. */
  readonly attribute: string;
  readonly fromItem: (owner: string, item: Item | undefined) => Own<T>;
}

/** The entries of an organization, or of the platform itself. */
export interface Own<T> {
  readonly owner: string;
  readonly entries: readonly T[];
  /** 0: there is no item. */
  readonly version: number;
}

export const ownList = <T>(kind: OwnList<T>['kind'], attribute: string): OwnList<T> => ({
  kind,
  attribute,
  fromItem: (owner, item) => ({
    owner,
    entries: item ? (JSON.parse(item[attribute] as string) as T[]) : [],
    version: item ? (item.version as number) : 0,
  }),
});

export const readOwn = async <T>({ kind, fromItem }: OwnList<T>, owner: string): Promise<Own<T>> =>
  fromItem(owner, await get(keyOf(kind, owner)));

/** Changes the entries of an owner, unless they changed since they were read. */
export const ownWrite = <T>(
  { kind, attribute }: OwnList<T>,
  { owner, version }: Own<T>,
  entries: readonly T[],
): Operation<Stale> => {
  const key = keyOf(kind, owner);
  if (entries.length === 0) return removeVersion(key, version);
  // The item is removed with the last entry. Its successor's versions must be different ones, or a write that
  // read the old item would replace the new one.
  const item = { ...key, [attribute]: JSON.stringify(entries), version: Math.max(version + 1, Date.now()) };
  return version === 0 ? putNew(item, () => new Stale()) : putUnchanged(item, { version });
};

/**
 * Reads the items of which each owner has at most one, for several owners together. A function instance
 * caches them for a moment, and also their absence.
 */
export const ownItemsReader = <T extends object>(
  kind: KindById,
  fromItem: (owner: string, item: Item | undefined) => T,
): ((owners: Iterable<string>) => Promise<ReadonlyMap<string, T>>) => {
  const remembered = expiring<T>(10_000);
  return async (owners) => {
    const until = Date.now() + ownersRememberedMs();
    const found = new Map<string, T>();
    const unknown: string[] = [];
    for (const owner of new Set(owners)) {
      const known = remembered.get(owner);
      if (known) found.set(owner, known);
      else unknown.push(owner);
    }
    const items = await batchGet(
      unknown.map((owner) => keyOf(kind, owner)),
      { eventuallyConsistent: true },
    );
    for (const [index, owner] of unknown.entries()) {
      const value = fromItem(owner, items[index]);
      found.set(owner, value);
      remembered.set(owner, value, until);
    }
    return found;
  };
};
