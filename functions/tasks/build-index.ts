import { buildIndex } from '#lib/data/search/build.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Moves an owner's fresh documents into segments, and removes from them what was erased. */
export const handler = handleTask('build_index', async ({ id }, timeLeft) => {
  const left = await buildIndex(id, timeLeft);
  if (left === 'nothing') return 'done';
  return { again: left === 'now' ? new Date() : left.at };
});
