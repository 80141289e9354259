import { handleTask } from '#lib/events/handle-task.ts';
import type { Replay } from '#lib/integrations/replay-parked.ts';
import { replayParkedOfClient, replayTwice } from '#lib/integrations/replay-parked.ts';

/**
 * Processes parked events again: of an integration whose mappings have changed, or of an organization whose
 * suspension has ended.
 */
export const handler = handleTask('replay_parked', async ({ id, state }, timeLeft) => {
  if (id.startsWith('client_')) {
    const isDone = await replayParkedOfClient(id, timeLeft);
    return isDone ? 'done' : { again: new Date() };
  }
  return replayTwice(id, state === undefined ? {} : (JSON.parse(state) as Replay), timeLeft);
});
