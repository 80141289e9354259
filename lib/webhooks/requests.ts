import type { EventType } from '#lib/contract/events.ts';
import type { MessageItem } from '#lib/contract/webhooks.ts';
import { newId } from '#lib/domain/ids.ts';
import { listPages, reader } from '#lib/store/lists/listing.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { ownerOfWebhook } from './listeners.ts';
import type { MessageRecord } from './messages.ts';
import {
  changeMessage,
  deliveryWrites,
  findMessages,
  messageFromItem,
  messageItem,
  newMessage,
  representMessage,
  resendMessage,
} from './messages.ts';
import type { Data } from './payloads.ts';
import { payloadItem } from './payloads.ts';
import { isSelected, selectionQueries } from './selections.ts';
import type { Selection } from './tending.ts';
import { resendWrites } from './tending.ts';
import type { WebhookRecord } from './webhooks.ts';

/**
 * The fields of a sample that a thin payload keeps. A sample without an id is about the webhook, like a
 * `ping`.
 */
const thinSample = ({ id, agent_id }: Data, type: EventType, webhookId: string): Data => ({
  id: id ?? webhookId,
  ...(type.startsWith('document.') && { agent_id }),
});

/**
 * Sends a `ping`, or the sample of an event, which is stored as the payload of an event about the webhook:
 * its entities do not exist.
 */
export const sendTest = (webhook: WebhookRecord, type: EventType, sample: Data): Write<MessageItem> => {
  const { id, url, client_id, payload } = webhook;
  const created_at = new Date().toISOString();
  const event = { id: newId('evt'), type, entity: id, client_id, created_at };
  const data = payload === 'full' ? sample : thinSample(sample, type, id);
  const item = type === 'ping' ? undefined : payloadItem(event, { data });
  const message: MessageRecord = {
    ...newMessage(id, event, {
      full: item !== undefined,
      status: 'pending',
      next_attempt_at: url === null ? null : created_at,
    }),
    test: true,
  };
  return {
    operations: [put(messageItem(message)), ...(item ? [put(item)] : []), ...deliveryWrites(message)],
    reply: representMessage(message),
    about: webhook,
  };
};

export const sendAgain = (webhook: WebhookRecord, message: MessageRecord): Write<MessageItem> => {
  const { operations, after } = resendMessage(webhook, message);
  return { operations, reply: representMessage(after), about: { id: after.id, path: webhook.path } };
};

/** Marks fetched messages as delivered. */
export const acknowledgeMessages = async (
  webhook: WebhookRecord,
  messageIds: readonly string[],
): Promise<Write<{ messages: number }>> => {
  const delivered_at = new Date().toISOString();
  const pending = (await findMessages(webhook.id, messageIds)).filter(({ status }) => status === 'pending');
  return {
    operations: pending.map((message) =>
      changeMessage(message, { ...message, status: 'delivered', delivered_at }),
    ),
    reply: { messages: pending.length },
    about: webhook,
  };
};

/** The maximum number of messages to count. */
const maxCounted = 10_000;
const pageSize = 1000;

const count = async (webhook: WebhookRecord, selection: Selection): Promise<number> => {
  let messages = 0;
  for (const asked of selectionQueries(webhook, selection)) {
    for await (const { items } of listPages(reader(asked), pageSize)) {
      messages += items.filter((item) => isSelected(webhook, selection, messageFromItem(item))).length;
      if (messages >= maxCounted) return maxCounted;
    }
  }
  return messages;
};

/** Begins to send messages again. The answer contains their number. */
export const resendMessages = async (
  webhook: WebhookRecord,
  {
    until = new Date().toISOString(),
    ...wanted
  }: Omit<Selection, 'until' | 'owner'> & { until?: string | undefined },
): Promise<Write<{ messages: number }, 'replay_in_progress'>> => {
  const selection: Selection = { ...wanted, until, owner: ownerOfWebhook(webhook) };
  const messages = await count(webhook, selection);
  const operations = messages > 0 ? resendWrites(webhook.id, selection) : [];
  return { operations, reply: { messages }, about: webhook };
};
