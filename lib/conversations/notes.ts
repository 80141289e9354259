import { ApiError } from '#lib/contract/errors.ts';
import type { Note, NoteInput } from '#lib/contract/notes.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { query } from '#lib/store/operations/query.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConversationRecord } from './conversation-record.ts';

const toItem = (note: Note): Item => ({ ...note, ...keyOf('note', note.conversation_id, note.id) });

const fromItem = ({ pk: _pk, sk: _sk, ...note }: Item): Note => note as unknown as Note;

/** Adds a note, unless the erasure of the conversation has begun: the note would outlive it. */
export const insertNote = (
  { id: conversation_id, path, version }: ConversationRecord,
  { text, author }: NoteInput,
): Write<Note, 'conversation_not_found'> => {
  const id = newId('note');
  const created_by = currentOrigin().actor;
  const note: Note = { id, created_at: createdAt(id), conversation_id, text, author, created_by };
  return {
    operations: [
      mustExist(keyOf('conversation', conversation_id), () => new ApiError('conversation_not_found')),
      put(toItem(note)),
      eventWrite('note.created', { id: conversation_id, path, version, note_id: id }),
    ],
    reply: note,
  };
};

export const readNote = async (conversationId: string, id: string): Promise<Note | undefined> => {
  const item = await get(keyOf('note', conversationId, id));
  return item && fromItem(item);
};

/**
 * The notes of a conversation are items of its partition. Their ids, and so their keys, are in the order of
 * time.
 */
const inPartition = (conversationId: string) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :notes)',
  ExpressionAttributeValues: {
    ':pk': keyOf('conversation', conversationId).pk,
    ':notes': keyOf('note', '', '').sk,
  },
  ConsistentRead: true,
});

export const listNotes = async (
  conversationId: string,
  { limit, position, order }: PageRequest,
): Promise<Page<Note>> => {
  const after = position?.after as string | undefined;
  const { items } = await query({
    ...inPartition(conversationId),
    ScanIndexForward: order === 'asc',
    // One more item than the page shows whether there is another page.
    Limit: limit + 1,
    ...(after !== undefined && { ExclusiveStartKey: keyOf('note', conversationId, after) }),
  });
  const data = items.slice(0, limit).map(fromItem);
  const last = data.at(-1);
  return { data, ...(items.length > limit && last && { next: { after: last.id } }) };
};

/** All notes of a conversation, oldest first. */
export const readNotes = async (conversationId: string): Promise<Note[]> =>
  (await queryAll(inPartition(conversationId))).map(fromItem);
