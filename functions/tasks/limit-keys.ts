import { handleTask } from '#lib/events/handle-task.ts';
import { spreadLimits } from '#lib/people/rate-limits.ts';

/** Writes the rate limits that apply to each API key of an organization and its descendants to that key. */
export const handler = handleTask('limit_keys', async ({ id, state }, timeLeft) => {
  const left = await spreadLimits(id, state && (JSON.parse(state) as string), timeLeft);
  return left === 'done' ? left : { again: new Date(), state: left.after };
});
