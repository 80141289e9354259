import { deleteObject } from '../bucket/delete-object.ts';
import { keyOf, providerCallKey, providerPayloadKey } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { Stale } from '../operations/failures.ts';
import { get } from '../operations/get.ts';
import type { Operation } from '../operations/operation.ts';
import { put, putNew, putOver } from '../operations/put.ts';
import { queryPages } from '../operations/query-pages.ts';
import type { Item } from '../table.ts';
import { taskItem } from '../tasks/tasks.ts';

/**
 * What is known of a provider's call by its id. It outlives its conversation, so that no late event and no import brings back what
 * was erased.
 */
export interface CallRecord {
  /** Null: nobody has said yet whose call it is. */
  readonly conversation_id: string | null;
  /** Events that arrived before it was known whose call it is. */
  readonly waiting: readonly string[];
  /** The import that brought it; absent: none did. */
  readonly import_id?: string | undefined;
  readonly version: number;
}

/** What identifies a call at its provider. */
export interface CallIds {
  readonly integration_id: string;
  readonly provider_conversation_id: string;
}

const maxWaiting = 50;

const callKey = ({ integration_id, provider_conversation_id }: CallIds) =>
  providerCallKey(integration_id, provider_conversation_id);

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

/** Notes that an event waits until somebody says whose call it is. */
export const waitFor = (
  ids: CallIds,
  before: CallRecord | undefined,
  eventId: string,
): Operation<Stale>[] => {
  const waiting = [...new Set([...(before?.waiting ?? []), eventId])].slice(-maxWaiting);
  return [write(ids, before, { conversation_id: null, waiting })];
};

/** Says whose call it is, and lets the events go on that waited for that. */
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

/** Forgets that there was a call, once nothing can report it any more. */
export const forgetCall = (ids: CallIds): Promise<void> => batchWrite({ removals: [callKey(ids)] });

/** Removes what was posted about a call, from the table and from the bucket; that there was a call stays known. */
export const removePayloads = async (ids: CallIds): Promise<void> => {
  const { pk, sk: beginning } = providerPayloadKey(ids.integration_id, ids.provider_conversation_id, '');
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
    ProjectionExpression: 'pk, sk, #object',
    ExpressionAttributeNames: { '#object': 'object' },
    ConsistentRead: true,
  });
  for await (const { items } of pages) {
    for (const { object } of items) if (typeof object === 'string') await deleteObject(object);
    await batchWrite({ removals: items.map(keyOf) });
  }
};
