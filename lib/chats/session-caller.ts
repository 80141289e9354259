import { timingSafeEqual } from 'node:crypto';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { widgets } from '#lib/widgets/widgets.ts';
import { readChat } from './sessions.ts';

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The page of a chat shows the last words, so it reads them for so long after the end. */
const readableMs = 10 * minuteMs;

const isValid = (
  { end_time }: Pick<ConversationRecord, 'end_time'>,
  { ends_at }: Pick<ChatSession, 'ends_at'>,
  now: number,
): boolean => now < ends_at && (end_time === null || now < Date.parse(end_time) + readableMs);

/**
 * The caller that a session token authenticates in its conversation. Undefined for any other token, and for
 * one that has expired.
 */
export const findSessionCaller = async (
  conversationId: string,
  token: string,
): Promise<Caller | undefined> => {
  const chat = await readChat(conversationId);
  if (!chat?.session || !isEqual(chat.session.token_hash, hashSecret(token))) return undefined;
  if (!isValid(chat.conversation, chat.session, Date.now())) return undefined;
  const { key_id, rate_limits, ends_at, widget_id } = chat.session;
  return {
    key_id,
    client_id: chat.conversation.client_id,
    scopes: ['chats:write'],
    expires_at: new Date(ends_at).toISOString(),
    rate_limits,
    conversation_id: conversationId,
    ...(widget_id !== undefined && { widget: (await widgets.read(widget_id)) ?? null }),
  };
};
