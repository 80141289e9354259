import { hash } from 'node:crypto';
import type { EventStatus, IntegrationEventItem, list } from '#lib/contract/integration-events.ts';
import type { IntegrationItem } from '#lib/contract/integrations.ts';
import { maxParkedEvents } from '#lib/contract/integrations.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { deleteObject } from '#lib/store/bucket/delete-object.ts';
import { forEachConcurrently } from '#lib/store/concurrently.ts';
import { keyIn, keyOf, listPartition } from '#lib/store/keys.ts';
import { facetAsks, facetValues } from '#lib/store/lists/facet.ts';
import type { Asks, Entry, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, listEntries } from '#lib/store/lists/listing.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putExisting } from '#lib/store/operations/put.ts';
import { putIf } from '#lib/store/operations/put-if.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import type { Item, Key } from '#lib/store/table.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';
import { forgetCall, removePayloads } from './calls.ts';
import { integrationEventFacets } from './facets.ts';
import { keepPayload } from './payloads.ts';

/*
 * An event is an entry in the list of its integration's events, without a separate record. Its id contains
 * the time of its arrival, and thereby its place in the list. Its payload is a separate item, in the
 * partition of its call.
 */

const countsAtOnce = 10;

const keptSeconds = 30 * daySeconds;

const expiry = (received_at: string): number => Math.floor(Date.parse(received_at) / 1000) + keptSeconds;

const eventItemKey = (integrationId: string, eventId: string): Key =>
  keyOf('integration_event', integrationId, createdAt(eventId), eventId);

const entryOf = (event: IntegrationEventItem): Entry => ({
  list: 'integration_events',
  owners: [event.integration_id],
  time: createdAt(event.id),
  id: event.id,
  facets: (owner) => facetValues(integrationEventFacets, event, owner),
  shown: { ...event, expires: expiry(event.received_at) },
});

const toItem = (event: IntegrationEventItem): Item => entryItems(entryOf(event))[0] as Item;

const fromItem = (item: Item): IntegrationEventItem => item as unknown as IntegrationEventItem;

/** Events of one call share a partition. An event without a call has its own. */
const callOf = ({ id, provider_conversation_id }: IntegrationEventItem): string =>
  provider_conversation_id ?? id;

const payloadKeyOf = (event: IntegrationEventItem): Key =>
  keyOf('provider_payload', event.integration_id, callOf(event), event.id);

/** The item with the payload of an event; undefined if it was erased. */
export const findPayload = (event: IntegrationEventItem): Promise<Item | undefined> =>
  get(payloadKeyOf(event));

const taskOf = (event: IntegrationEventItem): Item =>
  taskItem({
    kind: 'provider_events',
    id: `${event.integration_id}/${event.id}`,
    group: event.integration_id,
  });

export interface ReceivedHead {
  readonly type: string;
  readonly conversation_id: string | null;
  readonly agent_id: string | null;
}

/**
 * The id of the first event with this content; undefined if there was none, in which case the given event
 * becomes the first.
 */
const noteDelivery = async (
  integrationId: string,
  event_id: string,
  body: Buffer,
): Promise<string | undefined> => {
  const key = keyOf('provider_delivery', integrationId, hash('sha256', body, 'base64url'));
  const isFirst = await putIf(
    { ...key, event_id, expires: expiry(createdAt(event_id)) },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
    },
  );
  return isFirst ? undefined : ((await get(key))?.event_id as string | undefined);
};

/**
 * Stores a payload and the task that processes it, in one call of the table. This is not a transaction: if a
 * part fails, the provider gets an error and posts again. A repeated payload is processed again unless it was
 * processed.
 */
export const keepEvent = async (integration_id: string, head: ReceivedHead, body: Buffer): Promise<void> => {
  const fresh = newId('evt');
  const known = await noteDelivery(integration_id, fresh, body);
  const before = known && (await findEvent(integration_id, known));
  // Without a payload, its conversation was erased. Processing it again records this.
  if (before && before.status === 'processed' && (await findPayload(before))) return;
  const id = known ?? fresh;
  const event: IntegrationEventItem = {
    id,
    integration_id,
    type: head.type,
    status: 'received',
    status_detail: null,
    conversation_id: null,
    provider_conversation_id: head.conversation_id,
    provider_agent_id: head.agent_id,
    received_at: createdAt(id),
    processed_at: null,
  };
  const payload = await keepPayload(integration_id, id, body);
  await batchWrite({
    puts: [
      toItem(event),
      { ...payloadKeyOf(event), ...payload, expires: expiry(event.received_at) },
      taskOf(event),
    ],
  });
};

/**
 * The record of an event, without a check of the caller's reach. Expired ones are ignored even if DynamoDB
 * still has them.
 */
export const findEvent = async (
  integrationId: string,
  eventId: string,
): Promise<IntegrationEventItem | undefined> => {
  const item = await get(eventItemKey(integrationId, eventId));
  return item && Number(item.expires) > Date.now() / 1000 ? fromItem(item) : undefined;
};

/** Removes the payload of an event from the table and the bucket. The event remains. */
export const removePayload = async (event: IntegrationEventItem, { object }: Item): Promise<void> => {
  if (typeof object === 'string') await deleteObject(object);
  await batchWrite({ removals: [payloadKeyOf(event)] });
};

/** The event was removed with its integration while it was processed. */
export class EventGone extends Error {
  override readonly name = 'EventGone';
}

/** The outcome of an event. */
export interface EventResult {
  readonly status: Exclude<EventStatus, 'received'>;
  readonly status_detail?: string | null;
  readonly conversation_id?: string | null;
}

/**
 * Records the outcome of an event. If the event was removed with its integration, the whole transaction
 * fails.
 */
export const eventUpdate = (
  event: IntegrationEventItem,
  { status, status_detail = null, conversation_id = null }: EventResult,
): Operation<EventGone> =>
  putExisting(
    toItem({ ...event, status, status_detail, conversation_id, processed_at: new Date().toISOString() }),
    () => new EventGone(),
  );

/** Processes an event again. */
export const replayEvent = (event: IntegrationEventItem): Write<IntegrationEventItem> => {
  const reply: IntegrationEventItem = { ...event, status: 'received', status_detail: null };
  return { operations: [putExisting(toItem(reply), () => new Stale()), put(taskOf(event))], reply };
};

/** Removes the record of an event's call, with all its payloads. */
const removeCall = async (event: IntegrationEventItem): Promise<void> => {
  const { integration_id } = event;
  const call = { integration_id, provider_conversation_id: callOf(event) };
  await removePayloads(call);
  await forgetCall(call);
};

/** Removes an event of a removed integration, with its call. */
export const removeEvent = async (event: IntegrationEventItem): Promise<void> => {
  await removeCall(event);
  await batchWrite({ removals: [eventItemKey(event.integration_id, event.id)] });
};

/** Removes all events of an integration. It can be repeated after an interruption. */
export const removeEvents = async (integrationId: string): Promise<void> => {
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': listPartition(integrationId, 'integration_events') },
    ConsistentRead: true,
    Limit: 100,
  });
  for await (const { items } of pages) {
    for (const item of items) await removeCall(fromItem(item));
    await batchWrite({ removals: items.map(keyIn) });
  }
};

export type EventFilters = Partial<FiltersOf<typeof list.query>>;

const facetsAsked = facetAsks(integrationEventFacets);

const asks: Asks<EventFilters> = {
  status: (status) => ({ ...facetsAsked.status(status), where: (event) => event.status === status }),
  type: (type) => ({ where: (event) => event.type === type }),
};

/** DynamoDB removes expired items late. */
const isKept = ({ expires }: Item): boolean => (expires as number) > Date.now() / 1000;

export const listEvents = async (
  integrationId: string,
  filters: EventFilters,
  { limit, position, order }: PageRequest,
): Promise<Page<IntegrationEventItem>> => {
  const { where = () => true, ...asked } = askedBy(asks, filters);
  const { items, next } = await listEntries({
    list: 'integration_events',
    owner: integrationId,
    ...asked,
    where: (event) => isKept(event) && where(event),
    limit,
    position,
    order,
  });
  return { data: items.map(fromItem), next };
};

/** Integrations of a list, each with the number of its parked events. */
export const withParkedEvents = async (
  integrations: readonly IntegrationItem[],
): Promise<IntegrationItem[]> => {
  const counts = new Map<string, number>();
  await forEachConcurrently(integrations, countsAtOnce, async ({ id }) => {
    const { data } = await listEvents(id, { status: 'parked' }, { limit: maxParkedEvents, order: 'desc' });
    counts.set(id, data.length);
  });
  return integrations.map((item) => ({ ...item, parked_events: counts.get(item.id) ?? 0 }));
};
