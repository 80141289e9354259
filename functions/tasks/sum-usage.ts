import { handleTask } from '#lib/events/handle-task.ts';
import { sumUsage } from '#lib/usage/rebuild.ts';

/**
 * Sums up the newest usage of an organization, or all usage of it and its descendants after their time zone
 * has changed.
 */
export const handler = handleTask('sum_usage', async ({ id, state }, timeLeft) => {
  const left = await sumUsage(id, state, timeLeft);
  return left === 'done' ? left : { again: new Date(), state: left };
});
