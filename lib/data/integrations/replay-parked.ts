import type { TimeLeft } from '../lists/sweep.ts';
import { commit } from '../operations/commit.ts';
import { listEvents, replayEvent } from './provider-events.ts';

const pageSize = 50;

/**
 * Lets every event of an integration that is parked be processed again, oldest first. What is parked again meanwhile is not
 * visited twice: the place in the list is kept from page to page.
 */
export const replayParked = async (
  integrationId: string,
  from: string | undefined,
  timeLeft: TimeLeft,
): Promise<'done' | { readonly after: string }> => {
  let after = from;
  while (timeLeft()) {
    const { data, next } = await listEvents(
      integrationId,
      { status: 'parked' },
      { order: 'asc', limit: pageSize, ...(after !== undefined && { position: { after } }) },
    );
    for (const event of data) await commit(replayEvent(event).operations);
    if (!next) return 'done';
    after = String(next.after);
  }
  return { after: after ?? '' };
};
