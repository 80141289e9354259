import { listParked, unpark } from '#lib/data/parked-events.ts';
import { indexConversation } from '#lib/data/search-index.ts';
import { withEach } from '#lib/data/sweep.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

/** Takes up again what was put aside; what fails again stays where it is. */
export const handler = handleSchedule(async (timeLeft) =>
  withEach(
    await listParked(),
    async (event) => {
      await indexConversation(event.entity);
      await unpark(event);
      return true;
    },
    timeLeft,
  ),
);
