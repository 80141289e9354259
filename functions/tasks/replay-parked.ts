import { replayParked, replayParkedOfClient } from '#lib/data/integrations/replay-parked.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Lets the parked events of an integration be processed again after a change of its mappings, or those of an organization after its suspension. */
export const handler = handleTask('replay_parked', async ({ id, state }, timeLeft) => {
  if (id.startsWith('client_')) {
    const isDone = await replayParkedOfClient(id, timeLeft);
    return isDone ? 'done' : { again: new Date() };
  }
  const left = await replayParked(id, state && (JSON.parse(state) as string), timeLeft);
  return left === 'done' ? left : { again: new Date(), state: left.after };
});
