import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { AccompanyingChange } from '#lib/conversations/conversations.ts';
import { replaceConversation } from '#lib/conversations/conversations.ts';
import { waitsForPerson } from '#lib/domain/chats/handover.ts';
import { isOverdue, isUsedUp, lastActive } from '#lib/domain/chats/session.ts';
import { endAfter, isOver } from '#lib/domain/conversations/conversation.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Chat } from './claim.ts';
import type { StoredChat } from './sessions.ts';
import { readSession } from './sessions.ts';
import type { EndReason } from './settle.ts';
import { closing, lastWords, settleChat } from './settle.ts';

/**
 * The writes that end a chat, whatever is being answered. Messages without an answer remain in the
 * transcript. `last_words`: those that the carrier of a call speaks before it leaves.
 */
export const endChat = (
  chat: Chat,
  reason: EndReason,
  at = new Date().toISOString(),
  last_words?: string,
): { readonly operations: readonly Operation<Stale>[]; readonly conversation: ConversationRecord } => {
  const end_time = endAfter(chat.conversation, { status: 'completed' }, at) ?? at;
  const { operations, conversation } = settleChat(
    chat,
    {
      ...lastWords(chat, Date.now()),
      session: { ...chat.session, ...(last_words !== undefined && { last_words }) },
      end: { reason, at: end_time },
    },
    () => new Stale(),
  );
  return { operations, conversation };
};

/**
 * The writes that end a chat together with its conversation. Undefined if the conversation has no session: it
 * is not a chat, or was restored.
 */
export const closingOf = async (
  conversation: ConversationRecord,
): Promise<AccompanyingChange | undefined> => {
  if (conversation.handling === null) return undefined;
  const session = await readSession(conversation.id);
  return session && closing({ conversation, session });
};

/** A chat as its user sees whether it continues. */
export const stateOf = (conversation: ConversationRecord) => {
  const { id, status, handling, end_time, end_reason } = conversation;
  return {
    conversation_id: id,
    status,
    handling: handling ?? ('agent' as const),
    end_time,
    end_reason: isOver(conversation) ? end_reason : null,
  };
};

/**
 * Ends a chat in which nobody has written for so long that it is over. A restored chat has no session, and is
 * over. `limitWords`: the words for a call that has reached a limit.
 */
export const endIfOverdue = async (
  { conversation, session }: StoredChat,
  now: number,
  limitWords: (chat: Chat) => Promise<string | undefined>,
): Promise<boolean> => {
  if (!session) {
    const change = { status: 'completed', end_reason: 'idle', end_time: conversation.updated_at } as const;
    await commit(replaceConversation(conversation, change, 'conversation.ended').operations);
    return true;
  }
  if (!isOverdue(session, waitsForPerson(conversation, session, now), now)) return false;
  // Nobody pays for minutes of a call in which nobody was there.
  const at = new Date(session.voice ? lastActive(session) : now).toISOString();
  const chat = { conversation, session };
  const [reason, words] = isUsedUp(session)
    ? (['limit_reached', await limitWords(chat)] as const)
    : (['idle', undefined] as const);
  await commit(endChat(chat, reason, at, words).operations);
  return true;
};
