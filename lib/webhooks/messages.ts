import type { EventType } from '#lib/contract/events.ts';
import { scopeOfEvent } from '#lib/contract/events.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import type { list } from '#lib/contract/webhook-messages.ts';
import type { Attempt, EventPayload, Message, MessageItem } from '#lib/contract/webhooks.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { createdAt } from '#lib/domain/ids.ts';
import { messageIdOf } from '#lib/domain/webhooks/message-id.ts';
import { isForTests } from '#lib/organizations/known-tests.ts';
import type { Event } from '#lib/store/events/events.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { facetAsks, facetValues } from '#lib/store/lists/facet.ts';
import type { Asks, Entry, ListQuery, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, listEntries } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put, putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import type { Item, Key } from '#lib/store/table.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { messageFacets } from './facets.ts';
import type { Data } from './payloads.ts';
import { dataFromItem, expiryOf } from './payloads.ts';
import type { WebhookRecord } from './webhooks.ts';

/** A message as it is stored: an entry in the list of its webhook, without a separate record. */
export interface MessageRecord extends Omit<MessageItem, 'payload' | 'entity_id' | 'attempt_count'> {
  readonly entity: string;
  /** The agent of a document. */
  readonly agent_id?: string;
  /** It was sent to test the webhook; absent: it is of an event that happened. */
  readonly test?: true;
  /** Whether a payload is stored for it; otherwise it contains only an id. */
  readonly full: boolean;
  /** The number of attempts in all rounds. */
  readonly attempts: number;
  /** The number of attempts in this round. */
  readonly tries: number;
  /** The number of requests to send it again. Attempts of an earlier round are dropped. */
  readonly round: number;
  /** The id of the task that last sent it again; absent: none did. */
  readonly resent_by?: string;
  /** In seconds since 1970. */
  readonly expires: number;
}

const entryOf = (message: MessageRecord): Entry => ({
  list: 'messages',
  owners: [message.webhook_id],
  time: message.created_at,
  id: message.id,
  facets: (owner) => facetValues(messageFacets, message, owner),
  shown: { ...message },
});

export const messageItem = (message: MessageRecord): Item => entryItems(entryOf(message))[0] as Item;

export const messageFromItem = (item: Item): MessageRecord => {
  const { pk: _pk, sk: _sk, f9: _event, f10: _status, ...message } = item;
  return message as unknown as MessageRecord;
};

/** A message is as old as its event, which its id says. */
export const messageKey = (webhookId: string, id: string): Key =>
  keyOf('message', webhookId, createdAt(id), id);

const isKept = ({ expires }: MessageRecord): boolean => expires > Date.now() / 1000;

/** The fields of an event that its messages need. */
type AddressedEvent = Pick<Event, 'id' | 'entity' | 'agent_id' | 'client_id' | 'created_at'> & {
  readonly type: EventType;
};

/**
 * The message of an event to a webhook. It has no delivery task if it is fetched, or if nothing is sent for
 * now.
 */
export const newMessage = (
  webhookId: string,
  { id, type, entity, agent_id, client_id }: AddressedEvent,
  { full, status, next_attempt_at }: Pick<MessageRecord, 'full' | 'status' | 'next_attempt_at'>,
): MessageRecord => {
  const created_at = createdAt(id);
  return {
    id: messageIdOf(id, webhookId),
    created_at,
    webhook_id: webhookId,
    event_id: id,
    event: type,
    entity,
    ...(agent_id !== undefined && { agent_id }),
    client_id,
    status,
    full,
    attempts: 0,
    tries: 0,
    round: 0,
    next_attempt_at,
    delivered_at: null,
    expires: expiryOf(created_at),
  };
};

/** The task that makes the next attempt, if there is one. */
export const deliveryItems = (message: MessageRecord): Item[] => {
  const { webhook_id: group, next_attempt_at: due } = message;
  return due === null ? [] : [taskItem({ kind: 'deliver_message', id: deliveryId(message), group, due })];
};

export const deliveryWrites = (message: MessageRecord): Operation<never>[] => deliveryItems(message).map(put);

/** The id of the task that delivers a message in its round. */
export const deliveryId = ({
  webhook_id,
  id,
  round,
}: Pick<MessageRecord, 'webhook_id' | 'id' | 'round'>): string => `${webhook_id}#${id}#${round}`;

export const deliveryFromId = (id: string): Pick<MessageRecord, 'webhook_id' | 'id' | 'round'> => {
  const [webhook_id = '', message = '', round] = id.split('#');
  return { webhook_id, id: message as MessageRecord['id'], round: Number(round) };
};

/** The message exists already. */
export class MessageExists extends Error {
  override readonly name = 'MessageExists';
}

/** A new message with its first attempt. Fails as `MessageExists` if it exists already. */
export const messageWrites = (message: MessageRecord): Operation<MessageExists>[] => [
  putNew(messageItem(message), () => new MessageExists()),
  ...deliveryWrites(message),
];

/** Changes a message, unless it has changed since it was read. */
export const changeMessage = (before: MessageRecord, after: MessageRecord): Operation<Stale> => {
  const { round, attempts } = before;
  return putUnchanged(messageItem(after), { f10: String(messageItem(before).f10), round, attempts });
};

/**
 * Sends a message again from the first attempt on, for a request or a task. A fetched message can be fetched
 * again.
 */
export const resendMessage = (
  { url }: Pick<WebhookRecord, 'url'>,
  message: MessageRecord,
  task?: string,
): { readonly operations: readonly Operation<Stale>[]; readonly after: MessageRecord } => {
  const after: MessageRecord = {
    ...message,
    status: 'pending',
    round: message.round + 1,
    tries: 0,
    next_attempt_at: url === null ? null : new Date().toISOString(),
    delivered_at: null,
    ...(task !== undefined && { resent_by: task }),
  };
  return { operations: [changeMessage(message, after), ...deliveryWrites(after)], after };
};

export const findMessage = async (webhookId: string, id: string): Promise<MessageRecord | undefined> => {
  const item = await get(messageKey(webhookId, id));
  const message = item && messageFromItem(item);
  return message && isKept(message) ? message : undefined;
};

/** The existing ones among several messages of a webhook. */
export const findMessages = async (webhookId: string, ids: readonly string[]): Promise<MessageRecord[]> => {
  const items = await batchGet([...new Set(ids)].map((id) => messageKey(webhookId, id)));
  return items.flatMap((item) => (item ? [messageFromItem(item)] : [])).filter(isKept);
};

export const messagePayloadKey = ({ entity, event_id }: MessageRecord): Key =>
  keyOf('payload', entity, event_id);

/**
 * A payload with the costs that the webhook's organization sees. Readers of the message see the data that was
 * sent.
 */
export const payloadFor = async (
  { client_id }: Pick<WebhookRecord, 'client_id'>,
  item: Item,
): Promise<Data> => dataFromItem(item, await costsShownTo({ client_id }));

/** The body of a message: with the payload if there is one, and otherwise with the id of the entity. */
export const bodyOf = async (
  { event_id, event, created_at, client_id, test, entity, agent_id }: MessageRecord,
  payload: Data | undefined,
): Promise<EventPayload> => {
  const reference: Data = { id: entity, ...(agent_id !== undefined && { agent_id }) };
  return {
    id: event_id as EventPayload['id'],
    type: event,
    timestamp: created_at,
    client_id: client_id as EventPayload['client_id'],
    ...((test || (await isForTests(client_id))) && { test: true }),
    data: payload ?? reference,
  };
};

const represent = (
  { entity, attempts, ...message }: MessageRecord,
  payload: EventPayload | null,
): MessageItem => ({
  ...message,
  entity_id: entity,
  attempt_count: attempts,
  payload,
});

/** A message as lists and answers show it without its body. */
export const representMessage = (message: MessageRecord): MessageItem => represent(message, null);

/** Whether a key may read the entity of a message. */
const mayRead = ({ scopes }: Pick<Caller, 'scopes'>, { event }: MessageRecord): boolean => {
  const scope = scopeOfEvent(event);
  return scope === undefined || scopes.includes(scope);
};

export const attemptItem = (message: MessageRecord, number: number, attempt: Attempt): Item => ({
  ...keyOf('attempt', message.entity, message.id, number),
  ...attempt,
  expires: message.expires,
});

/** The keys of a message and its attempts. Webhooks share its payload, so that is not included. */
export const messageKeys = (message: MessageRecord): Key[] => {
  const { webhook_id, id, entity, attempts } = message;
  const numbers = Array.from({ length: attempts }, (_, at) => at + 1);
  return [...numbers.map((number) => keyOf('attempt', entity, id, number)), messageKey(webhook_id, id)];
};

/** The maximum number of attempts that are shown. */
const maxAttempts = 100;

/**
 * Whether a message is sent with its stored data: as its webhook says now, even if the message waited since
 * before that was changed. The data of a test is nobody's, and already as the webhook said.
 */
export const hasPayload = (
  { payload }: Pick<WebhookRecord, 'payload'>,
  { full, test }: MessageRecord,
): boolean => full && (payload === 'full' || test === true);

/** A message with its body and its attempts. */
export const readMessage = async (
  caller: Pick<Caller, 'scopes'>,
  webhook: Pick<WebhookRecord, 'client_id' | 'payload'>,
  message: MessageRecord,
): Promise<Message> => {
  const { entity, id } = message;
  const isReadable = mayRead(caller, message);
  const [item, attempts] = await Promise.all([
    hasPayload(webhook, message) && isReadable ? get(messagePayloadKey(message)) : undefined,
    query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :attempts)',
      ExpressionAttributeValues: { ':pk': partitionOf('payload', entity), ':attempts': `attempt#${id}#` },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: maxAttempts,
    }),
  ]);
  const payload = item && (await payloadFor(webhook, item));
  const made = attempts.items as unknown as Attempt[];
  return {
    ...represent(message, await bodyOf(message, payload)),
    // A server may repeat the data that it received.
    attempts: isReadable ? made : made.map((attempt) => ({ ...attempt, response: null })),
  };
};

export type MessageFilters = Partial<Omit<FiltersOf<typeof list.query>, 'wait'>>;

const asks: Asks<MessageFilters> = facetAsks(messageFacets);

/** The query of a webhook's messages for these filters. */
export const messageQuery = (
  webhookId: string,
  filters: MessageFilters,
  order: PageRequest['order'],
): Omit<ListQuery, 'limit'> => ({ list: 'messages', owner: webhookId, order, ...askedBy(asks, filters) });

/** The maximum size of the bodies on a page, in bytes. A function may answer with 6 MB. */
const maxPageBytes = 4_000_000;

/** The messages that fit into an answer with their bodies. */
const withBodies = async (
  caller: Pick<Caller, 'scopes'>,
  webhook: Pick<WebhookRecord, 'client_id' | 'payload'>,
  messages: readonly MessageRecord[],
): Promise<MessageItem[]> => {
  const read = messages.filter((message) => hasPayload(webhook, message) && mayRead(caller, message));
  const items = await batchGet(read.map(messagePayloadKey));
  const payloads = new Map(read.map(({ id }, at) => [id, items[at]]));
  const fitting: MessageItem[] = [];
  let bytes = 0;
  for (const message of messages) {
    const item = payloads.get(message.id);
    const body = await bodyOf(message, item && (await payloadFor(webhook, item)));
    bytes += JSON.stringify(body).length;
    if (fitting.length > 0 && bytes > maxPageBytes) break;
    fitting.push(represent(message, body));
  }
  return fitting;
};

/** A page of a webhook's messages, with bodies if they are fetched rather than posted. */
export const listMessages = async (
  caller: Pick<Caller, 'scopes'>,
  { id, client_id, payload, url }: Pick<WebhookRecord, 'id' | 'client_id' | 'payload' | 'url'>,
  filters: MessageFilters,
  { limit, position, order }: PageRequest,
): Promise<Page<MessageItem>> => {
  const asked = { ...messageQuery(id, filters, order), limit, position };
  const { items, next } = await listEntries<MessageRecord>(asked);
  const messages = items.map(messageFromItem).filter(isKept);
  if (url !== null) return { data: messages.map(representMessage), next };
  const data = await withBodies(caller, { client_id, payload }, messages);
  const last = messages[data.length - 1];
  return data.length < messages.length && last
    ? { data, next: { after: messageKey(id, last.id).sk } }
    : { data, next };
};
