import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '#lib/domain/caller.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { readChat } from './sessions.ts';

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The caller that a session token stands for in its conversation; undefined for any other token. */
export const findSessionCaller = async (
  conversationId: string,
  token: string,
): Promise<Caller | undefined> => {
  const chat = await readChat(conversationId);
  if (!chat?.session || !isEqual(chat.session.token_hash, hashSecret(token))) return undefined;
  const { key_id, rate_limits, ends_at } = chat.session;
  return {
    key_id,
    client_id: chat.conversation.client_id,
    scopes: ['chats:write'],
    expires_at: new Date(ends_at).toISOString(),
    rate_limits,
    conversation_id: conversationId,
  };
};
