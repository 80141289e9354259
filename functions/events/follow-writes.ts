import { beginAnalyses } from '#lib/data/analysis/begin.ts';
import { finishWrite } from '#lib/data/events/finish-write.ts';
import { enqueueTask } from '#lib/data/tasks/queue.ts';
import { countConversations } from '#lib/data/usage/counting.ts';
import { fanOut } from '#lib/data/webhooks/fan-out.ts';
import { handleEvents } from '#lib/events/handle-events.ts';

/** Runs the followers that share a reader of the stream, and puts new tasks into their queues. */
export const handler = handleEvents<'events.followWrites'>(
  {
    finish: finishWrite,
    usage: { together: (events) => countConversations(events.map(({ entity }) => entity)) },
    analysis: { together: beginAnalyses },
    webhooks: { together: fanOut },
  },
  enqueueTask,
);
