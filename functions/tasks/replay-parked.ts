import { replayParked } from '#lib/data/integrations/replay-parked.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Lets the parked events of an integration be processed again, after a change of its mappings. */
export const handler = handleTask('replay_parked', async ({ id, state }, timeLeft) => {
  const left = await replayParked(id, state && (JSON.parse(state) as string), timeLeft);
  return left === 'done' ? left : { again: new Date(), state: left.after };
});
