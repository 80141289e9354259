import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { chunkOf, readTurns, turnsOfNewest } from '#lib/conversations/turns.ts';
import type { TurnRecord } from '#lib/domain/chats/author.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { withAuthors } from '#lib/people/authors.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { query } from '#lib/store/operations/query.ts';
import type { Item } from '#lib/store/table.ts';

/**
 * All but the numbers that writes compare is one JSON text, as in the conversation's record. That of a call
 * is compressed: each frame of a call writes it, with the words that may still change.
 */
export const sessionItem = (
  conversationId: string,
  { generation, busy_until, ...others }: ChatSession,
): Item => {
  const fields = JSON.stringify(others);
  return {
    ...keyOf('chat_session', conversationId),
    generation,
    busy_until,
    fields: others.voice ? deflateRawSync(fields) : fields,
  };
};

export const sessionFromItem = ({ generation, busy_until, fields }: Item): ChatSession => {
  const text = typeof fields === 'string' ? fields : inflateRawSync(fields as Uint8Array).toString();
  return { awaited: [], generation, busy_until, ...JSON.parse(text) } as ChatSession;
};

export const readSession = async (conversationId: string): Promise<ChatSession | undefined> => {
  const item = await get(keyOf('chat_session', conversationId));
  return item && sessionFromItem(item);
};

/** A chat as the table has it. */
export interface StoredChat {
  readonly conversation: ConversationRecord;
  /** Absent: the conversation is held elsewhere. */
  readonly session: ChatSession | undefined;
}

/** The record and the session of a conversation, in one read; undefined if there is no conversation. */
export const readChat = async (conversationId: string): Promise<StoredChat | undefined> => {
  const { pk, sk: first } = keyOf('conversation', conversationId);
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': pk,
      ':first': first,
      ':last': keyOf('chat_session', conversationId).sk,
    },
    ConsistentRead: true,
  });
  const [record, session] = [first, keyOf('chat_session', conversationId).sk].map((sort) =>
    items.find(({ sk }) => sk === sort),
  );
  if (!record || isErasing(record)) return undefined;
  return { conversation: conversationFromItem(record), session: session && sessionFromItem(session) };
};

/** Each answer is stored as one item with the message before it, so these are at least so many turns. */
const newestItems = 40;

/** The newest turns. A read at half the price suffices, unless the last turn is not in it yet. */
export const readNewestTurns = async ({ id, turns }: ConversationRecord): Promise<TurnRecord[]> => {
  if (turns === 0) return [];
  const found = await turnsOfNewest(id, newestItems);
  return found.at(-1)?.index === turns - 1 ? found : turnsOfNewest(id, newestItems, true);
};

/** The maximum number of turns of one answer. */
const maxTurns = 500;

/** The turns after an index, at most 500. They are read only if the record has more. */
export const readTurnsAfter = async (
  { id, turns }: Pick<ConversationRecord, 'id' | 'turns'>,
  after: number,
): Promise<Turn[]> => {
  if (turns <= after + 1) return [];
  const found = await readTurns(id, await chunkOf(id, after + 1), Math.min(turns, after + 1 + maxTurns));
  return withAuthors(found.filter(({ index }) => index > after).slice(0, maxTurns));
};
