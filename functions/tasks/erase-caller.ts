import { continueErasure } from '#lib/erasures/caller-erasures.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Erases the conversations of a caller, one by one. */
export const handler = handleTask(
  'erase_caller',
  async ({ id, state }, timeLeft) => (await continueErasure(id, state, timeLeft)) ?? 'done',
);
