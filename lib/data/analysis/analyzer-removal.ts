import { analyzerKey } from '../keys.ts';
import { get } from '../operations/get.ts';
import { removeBelongings } from '../operations/remove-belongings.ts';

/** Removes the versions of a removed analyzer. Its analyses stay with their conversations. */
export const finishAnalyzerRemoval = async (id: string): Promise<void> => {
  if (await get(analyzerKey(id))) return;
  await removeBelongings('analyzer', id);
};
