import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { removeBelongings } from '#lib/store/operations/remove-belongings.ts';

/** Removes the versions of a removed analyzer. Its analyses stay with their conversations. */
export const finishAnalyzerRemoval = async (id: string): Promise<void> => {
  if (await get(keyOf('analyzer', id))) return;
  await removeBelongings('analyzer', id);
};
