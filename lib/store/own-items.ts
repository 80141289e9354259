import type { KindById } from './keys.ts';
import { keyOf } from './keys.ts';
import { expiring, ownersRememberedMs } from './memory.ts';
import { batchGet } from './operations/batch-get.ts';
import type { Item } from './table.ts';

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
