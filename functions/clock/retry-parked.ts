import { finishWrite } from '#lib/data/events/finish-write.ts';
import type { Follower } from '#lib/data/events/followers.ts';
import { parkedPages, unpark } from '#lib/data/events/parked-events.ts';
import { sweepPages } from '#lib/data/lists/sweep.ts';
import { indexConversations } from '#lib/data/search/search-index.ts';
import { countConversations } from '#lib/data/usage/counting.ts';
import { fanOut } from '#lib/data/webhooks/fan-out.ts';
import type { Work } from '#lib/events/handle-events.ts';
import { followParked } from '#lib/events/handle-events.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

const works: Readonly<Record<Follower, Work>> = {
  index: ({ entity }) => indexConversations([entity]),
  finish: finishWrite,
  usage: ({ entity }) => countConversations([entity]),
  webhooks: fanOut,
};

/** Works off parked events as the follower that parked each would; what fails again stays parked. */
export const handler = handleSchedule((timeLeft) =>
  sweepPages(
    parkedPages(),
    async (event) => {
      await followParked(event.follower, works[event.follower], event);
      await unpark(event);
      return true;
    },
    timeLeft,
  ),
);
