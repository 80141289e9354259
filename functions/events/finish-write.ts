import { begunEvents } from '#lib/data/events/events.ts';
import { finishWrite } from '#lib/data/events/finish-write.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import { handleEvents } from '#lib/events/handle-events.ts';
import { parking } from '#lib/events/parking.ts';

const logParked = metricsLog('events_parked', 'events_failed');

/**
 * Finishes what a write only begins. One bad event never holds up the others: it is parked, and comes again until it is done.
 * It counts as failed as well, at each attempt: an erasure that stays undone must be heard of.
 */
export const handler = handleEvents(
  begunEvents,
  parking('finish', finishWrite, (record) =>
    logParked('error', { ...record, events_parked: 1, events_failed: 1 }),
  ),
);
