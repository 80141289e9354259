import type { Event } from '#lib/data/events.ts';
import { wordEvents } from '#lib/data/events.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import { park } from '#lib/data/parked-events.ts';
import { indexConversation } from '#lib/data/search-index.ts';
import { handleEvents } from '#lib/events/handle-events.ts';

const attempts = 3;

const logParked = metricsLog('events_parked');

/** Indexes the conversation that the event tells of; what fails again and again is put aside, with the reason. */
const follow = async (event: Event): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await indexConversation(event.entity);
    } catch (error) {
      if (attempt < attempts) continue;
      logParked('error', {
        message: 'An event was parked',
        events_parked: 1,
        event: event.id,
        entity: event.entity,
        error: String(error),
      });
      return park(event, error);
    }
  }
};

/** Keeps the search index. One bad event never holds up the others: it is parked, until the index is built anew. */
export const handler = handleEvents(wordEvents, follow);
