import { deleteObject } from '#lib/store/bucket/delete-object.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put, putNew, putOver } from '#lib/store/operations/put.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';

/**
 * A provider's call by its id. The record outlives the conversation, so that no late event and no import
 * restores an erased one.
 */
export interface CallRecord {
  /** Null: no report has assigned the call to a conversation yet. */
  readonly conversation_id: string | null;
  /** The ids of events that arrived before the call was assigned. */
  readonly waiting: readonly string[];
  /** The import that created it; absent: there is none. */
  readonly import_id?: string | undefined;
  readonly version: number;
}

/** The ids of a call at its provider. */
export interface CallIds {
  readonly integration_id: string;
  readonly provider_conversation_id: string;
}

const maxWaiting = 50;

const callKey = ({ integration_id, provider_conversation_id }: CallIds) =>
  keyOf('provider_call', integration_id, provider_conversation_id);

export const readCall = async (ids: CallIds): Promise<CallRecord | undefined> => {
  const item = await get(callKey(ids));
  return item && (item as unknown as CallRecord);
};

const write = (ids: CallIds, before: CallRecord | undefined, after: Omit<CallRecord, 'version'>) => {
  const { import_id, ...rest } = after;
  const version = (before?.version ?? 0) + 1;
  const item: Item = { ...callKey(ids), ...rest, ...(import_id !== undefined && { import_id }), version };
  return before ? putOver(item, before.version) : putNew(item, () => new Stale());
};

/** Records that an event waits until its call is assigned. */
export const waitFor = (
  ids: CallIds,
  before: CallRecord | undefined,
  eventId: string,
): Operation<Stale>[] => {
  const waiting = [...new Set([...(before?.waiting ?? []), eventId])].slice(-maxWaiting);
  return [write(ids, before, { conversation_id: null, waiting })];
};

/** Assigns a call to a conversation, and starts the events that waited for it. */
export const assignCall = (
  ids: CallIds,
  before: CallRecord | undefined,
  conversation_id: string,
  import_id?: string,
): Operation<Stale>[] => [
  write(ids, before, { conversation_id, waiting: [], import_id }),
  ...(before?.waiting ?? []).map((eventId) =>
    put(
      taskItem({
        kind: 'provider_events',
        id: `${ids.integration_id}/${eventId}`,
        group: ids.integration_id,
      }),
    ),
  ),
];

/** Removes the record of a call, once nothing can report it. */
export const forgetCall = (ids: CallIds): Promise<void> => batchWrite({ removals: [callKey(ids)] });

/** Removes the payloads about a call from the table and the bucket. The record of the call remains. */
export const removePayloads = async (ids: CallIds): Promise<void> => {
  const { pk, sk: beginning } = keyOf(
    'provider_payload',
    ids.integration_id,
    ids.provider_conversation_id,
    '',
  );
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
    ProjectionExpression: 'pk, sk, #object',
    ExpressionAttributeNames: { '#object': 'object' },
    ConsistentRead: true,
  });
  for await (const { items } of pages) {
    for (const { object } of items) if (typeof object === 'string') await deleteObject(object);
    await batchWrite({ removals: items.map(keyIn) });
  }
};
