import type { Results } from './figures.ts';
import { tableOf } from './markdown.ts';
import { assumed, dollarsFor, dollarsOf, dollarsToRun } from './prices.ts';

/** A message is sent to the queue, received and deleted. */
const queueRequests = 3;
/** One delivers it, and one is invoked by the stream for its task. */
const invocations = 2;
const million = 1_000_000;

/** What an event costs after it was written, by how many webhooks receive it. */
export const messagesSection = ({ messages }: Results): string => {
  const rows = messages.map(({ webhooks, written, delivered }) => {
    const reads = written.readUnits + delivered.readUnits;
    const writes = written.writeUnits + delivered.writeUnits;
    const queue = dollarsFor('queueRequests', queueRequests * webhooks);
    const functions = invocations * webhooks * dollarsToRun(assumed.deliveryMs);
    const all = (dollarsOf(reads, writes) + queue + functions) * million;
    return [
      webhooks,
      reads,
      writes,
      queueRequests * webhooks,
      invocations * webhooks,
      all.toFixed(2),
      webhooks === 0 ? '' : (all / webhooks).toFixed(2),
    ];
  });
  return `## Messages of webhooks

The cost of an event after it was written, with the first attempt of each of its messages. Units were measured for an agent in an organization without
ancestors, with full payloads. In addition, a message takes ${queueRequests} SQS requests (send, receive, delete) and ${invocations} invocations (the
function that delivers, and the one that the stream invokes for the task). They are assumed to take ${assumed.deliveryMs} ms each, most of which is the receiver's time. In practice, the
stream and the queue pass on several at once, which costs less. Data transfer is not included.

${tableOf(
  [
    'webhooks',
    'read units',
    'write units',
    'SQS requests',
    'invocations',
    '$ per million events',
    '$ per million messages',
  ],
  rows.map((row) => row.map(String)),
)}`;
};
