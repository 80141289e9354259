import { handleTask } from '#lib/events/handle-task.ts';
import { processEvent } from '#lib/integrations/process-event.ts';
import { readEvent } from '#lib/providers/read-event.ts';
import { isContention } from '#lib/store/operations/failures.ts';

/** Creates a conversation from a provider's event, or updates the existing one. */
export const handler = handleTask('provider_events', async ({ id }) => {
  const again = new Date(Date.now() + 1000);
  try {
    return (await processEvent(id, readEvent)) === 'done' ? 'done' : { again };
  } catch (error) {
    // Events of one call arrived at the same time, and others were faster each time.
    if (isContention(error)) return { again };
    throw error;
  }
});
