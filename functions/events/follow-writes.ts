import { beginAnalyses } from '#lib/analysis/begin.ts';
import { countConversations } from '#lib/billing/counting.ts';
import { finishWrite } from '#lib/events/finish-write.ts';
import { handleEvents } from '#lib/events/handle-events.ts';
import { leaveCalls } from '#lib/phone/leave-call.ts';
import { ringForEvents } from '#lib/sockets/ring.ts';
import { enqueueTask } from '#lib/store/tasks/queue.ts';
import { fanOut } from '#lib/webhooks/fan-out.ts';

/** Runs the followers that share a reader of the stream, and puts new tasks into their queues. */
export const handler = handleEvents<'events.followWrites'>(
  {
    // First, because somebody is looking.
    doorbells: { together: ringForEvents },
    // Before all that takes longer, because each second of a call is paid.
    lines: { together: leaveCalls },
    finish: finishWrite,
    usage: { together: (events) => countConversations(events.map(({ entity }) => entity)) },
    analysis: { together: beginAnalyses },
    webhooks: { together: fanOut },
  },
  enqueueTask,
);
