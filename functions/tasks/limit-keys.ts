import { spreadLimits } from '#lib/data/limits/rate-limits.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Lets every API key of an organization and of its descendants know the rate limit that holds for it. */
export const handler = handleTask('limit_keys', async ({ id, state }, timeLeft) => {
  const left = await spreadLimits(id, state && (JSON.parse(state) as string), timeLeft);
  return left === 'done' ? left : { again: new Date(), state: left.after };
});
