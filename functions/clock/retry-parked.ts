import { finishWrite } from '#lib/data/events/finish-write.ts';
import type { Follower, ParkedEvent } from '#lib/data/events/parked-events.ts';
import { followerOf, listParked, unpark } from '#lib/data/events/parked-events.ts';
import { withEach } from '#lib/data/lists/sweep.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import { indexConversation } from '#lib/data/search/search-index.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

const logFailed = metricsLog('events_failed');

/** What is heard of an erasure that fails does not end when its event is parked. */
const finishOrTell = async (event: ParkedEvent): Promise<void> => {
  try {
    await finishWrite(event);
  } catch (error) {
    logFailed('error', {
      message: 'A parked event could not be followed',
      events_failed: 1,
      event: event.id,
      entity: event.entity,
      error: String(error),
    });
    throw error;
  }
};

const follow: Readonly<Record<Follower, (event: ParkedEvent) => Promise<void>>> = {
  index: ({ entity }) => indexConversation(entity),
  finish: finishOrTell,
};

/** Takes up again what was put aside, as whoever put it there would; what fails again stays where it is. */
export const handler = handleSchedule(async (timeLeft) =>
  withEach(
    await listParked(),
    async (event) => {
      await follow[followerOf(event)](event);
      await unpark(event);
      return true;
    },
    timeLeft,
  ),
);
