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

What an event costs after it was written, and its messages at their first attempt. Units are measured for an agent in an organization without
others above it, with full payloads. Beside them: ${queueRequests} requests of SQS for a message (sent, received, deleted) and ${invocations} invocations (the
function that delivers, and the one that the stream invokes for the task), assumed with ${assumed.deliveryMs} ms each, most of which the receiver takes. In practice the
stream and the queue hand over several at once. Data sent out is not counted.

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
