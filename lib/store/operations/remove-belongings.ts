import { kindOf } from '../keys.ts';
import { erasers, keyTemplates } from '../kinds.static.ts';
import type { Eraser, Kind } from '../kinds.ts';
import type { ItemKey } from '../table.ts';
import { removeItems } from './remove-items.ts';

/** Entities with partitions of their own. */
type Owner = Extract<Eraser, 'agent' | 'analyzer' | 'conversation' | 'export'>;

/** Whether the item with this key is erased with an entity. */
export const isErasedWith = (owner: Eraser, key: ItemKey): boolean => {
  const kind = kindOf(key);
  return kind !== undefined && erasers[kind].includes(owner);
};

/** The partitions that contain items to erase with an entity, and whose keys contain only the entity's id. */
export const partitionsErasedWith = (owner: Owner, id: string): string[] => {
  const templates = (Object.keys(erasers) as Kind[])
    .filter((kind) => erasers[kind].includes(owner))
    .map((kind) => keyTemplates[kind][0]);
  const named = templates.filter((pk) => pk.split('<').length === 2);
  return [...new Set(named.map((pk) => pk.replace(/<[^>]+>/, id)))];
};

/**
 * Removes all items that are erased with an entity, except those that its own transaction removes. A second
 * look finds items that arrive while their partition is being emptied.
 */
export const removeBelongings = async (owner: Owner, id: string): Promise<void> => {
  for (const pk of partitionsErasedWith(owner, id)) {
    while ((await removeItems({ pk, where: (key) => isErasedWith(owner, key) })) > 0);
  }
};
