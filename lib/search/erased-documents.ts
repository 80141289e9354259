import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { hourMs } from '#lib/domain/durations.ts';
import { newIdSuffix } from '#lib/domain/ids.ts';
import { ByteReader } from '#lib/domain/search/bytes.ts';
import {
  decodeDocuments,
  documentsOf,
  emptyDocuments,
  encodeDocuments,
  sortAt,
} from '#lib/domain/search/documents.ts';
import { keyIn, keyOf, listSort, partitionOf } from '#lib/store/keys.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import type { Item, Key } from '#lib/store/table.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { taskItem } from '#lib/store/tasks/tasks.ts';

/*
 * No search finds an erased conversation, because its text is gone. Its terms are removed from the index when
 * segments are rewritten; until then, each owner keeps a note of the erasure.
 */

/** An erased conversation. */
export interface ErasedDocument {
  readonly key: Key;
  /** `<start time>#<id>` */
  readonly place: string;
  readonly erased_at: string;
}

const version = 1;

/**
 * Records an erasure for every index above the conversation, in its transaction. The note does not contain
 * the id as text.
 */
export const noteErasure = (conversation: ConversationRecord): Operation<never>[] => {
  const { id, start_time, path, test_from } = conversation;
  const document = encodeDocuments(documentsOf([{ sort: listSort(start_time, id), version }]));
  const erased_at = new Date().toISOString();
  return ownersOf(path, test_from ?? 0).map((owner) =>
    put({ ...keyOf('erased_document', owner, erased_at, newIdSuffix()), document }),
  );
};

const fromItem = ({ document, ...item }: Item): ErasedDocument => {
  const documents = emptyDocuments(1);
  decodeDocuments(new ByteReader(Buffer.from(document as Uint8Array)), documents, 0, 1);
  const [erased_at = ''] = item.sk.split('#');
  return { key: keyIn(item), place: sortAt(documents, 0), erased_at };
};

/** An owner's notes, oldest first, and at most as many as one run removes. */
export const readErased = async (owner: string): Promise<ErasedDocument[]> => {
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('erased_document', owner) },
    ConsistentRead: true,
  });
  return items.map(fromItem);
};

/** Removes the notes of restored conversations, so that the index may contain them again. */
export const removeNotes = async (owner: string, places: ReadonlySet<string>): Promise<void> => {
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('erased_document', owner) },
    ConsistentRead: true,
  });
  for await (const { items } of pages) {
    const notes = items.map(fromItem).filter(({ place }) => places.has(place));
    await batchWrite({ removals: notes.map(({ key }) => key) });
  }
};

/**
 * Longer than any writer of the index that was running at the time of an erasure, so that a removed
 * conversation does not return.
 */
const settledAfterMs = hourMs;

export const isSettled = ({ erased_at }: ErasedDocument, now = Date.now()): boolean =>
  Date.parse(erased_at) + settledAfterMs <= now;

/**
 * The tasks that remove an erased conversation from every index above it. Erasures within an hour share a
 * task.
 */
export const removalTasks = (path: readonly string[], now = Date.now()): (Item & TaskItem)[] => {
  const due = new Date((Math.floor(now / settledAfterMs) + 2) * settledAfterMs).toISOString();
  return ownersOf(path).map((owner) => taskItem({ kind: 'build_index', id: owner, group: owner, due }));
};
