import { beginAnalyses } from '#lib/analysis/begin.ts';
import { countConversations } from '#lib/billing/counting.ts';
import { finishWrite } from '#lib/events/finish-write.ts';
import type { Work } from '#lib/events/handle-events.ts';
import { followParked } from '#lib/events/handle-events.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';
import { leaveCalls } from '#lib/phone/leave-call.ts';
import { indexConversations } from '#lib/search/search-index.ts';
import { ringForEvents } from '#lib/sockets/ring.ts';
import type { Follower } from '#lib/store/events/followers.ts';
import { parkedPages, unpark } from '#lib/store/events/parked-events.ts';
import { sweepPages } from '#lib/store/lists/sweep.ts';
import { metricsLog } from '#lib/store/metrics.ts';
import { fanOut } from '#lib/webhooks/fan-out.ts';

const works: Readonly<Record<Follower, Work>> = {
  index: ({ entity }) => indexConversations([entity]),
  doorbells: (event) => ringForEvents([event]),
  lines: (event) => leaveCalls([event]),
  finish: finishWrite,
  usage: ({ entity }) => countConversations([entity]),
  analysis: (event) => beginAnalyses([event]),
  webhooks: (event) => fanOut([event]),
};

const logAge = metricsLog('parked_age_minutes');

/** The pages as they are; at the end, says how old the oldest event was. */
async function* withAge(pages: ReturnType<typeof parkedPages>) {
  let oldest: number | undefined;
  try {
    for await (const page of pages) {
      for (const { parked_at } of page)
        oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, Date.parse(parked_at));
      yield page;
    }
  } finally {
    // Also where there was no time for more pages.
    if (oldest !== undefined) {
      const minutes = Math.round((Date.now() - oldest) / 60_000);
      logAge('info', { message: 'Events are parked', parked_age_minutes: minutes });
    }
  }
}

/** Processes parked events as the followers that parked them would. Events that fail again stay parked. */
export const handler = handleSchedule((timeLeft) =>
  sweepPages(
    withAge(parkedPages()),
    async (event) => {
      await followParked(event.follower, works[event.follower], event);
      await unpark(event);
      return true;
    },
    timeLeft,
  ),
);
