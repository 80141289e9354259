import { platform } from '#lib/domain/caller.ts';
import { handleTask } from '#lib/events/handle-task.ts';
import { readClient } from '#lib/organizations/clients.ts';
import { buildIndex, removeIndex } from '#lib/search/build.ts';

/**
 * Moves an owner's fresh documents into segments, and removes erased ones from them; removes all of them if
 * the owner no longer exists.
 */
export const handler = handleTask('build_index', async ({ id }, timeLeft) => {
  if (id !== platform && !(await readClient(id))) {
    await removeIndex(id);
    return 'done';
  }
  const left = await buildIndex(id, timeLeft);
  if (left === 'nothing') return 'done';
  return { again: left === 'now' ? new Date() : left.at };
});
