import { isErasedWith, partitionsErasedWith } from '../kinds.ts';
import { removeItems } from './remove-items.ts';

/**
 * Removes all items that are erased with an entity, except those that its own transaction removes. An item that arrives while its
 * partition is being emptied is found by another look.
 */
export const removeBelongings = async (
  entity: Parameters<typeof partitionsErasedWith>[0],
  id: string,
): Promise<void> => {
  for (const pk of partitionsErasedWith(entity, id)) {
    while ((await removeItems({ pk, where: (key) => isErasedWith(key, entity) })) > 0);
  }
};
