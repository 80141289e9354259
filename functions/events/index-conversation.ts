import { wordEvents } from '#lib/data/events/events.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import { indexConversation } from '#lib/data/search/search-index.ts';
import { handleEvents } from '#lib/events/handle-events.ts';
import { parking } from '#lib/events/parking.ts';

const logParked = metricsLog('events_parked');

/** Keeps the search index. One bad event never holds up the others: it is parked, and comes again until it is done. */
export const handler = handleEvents(
  wordEvents,
  parking(
    'index',
    ({ entity }) => indexConversation(entity),
    (record) => logParked('error', { ...record, events_parked: 1 }),
  ),
);
