import { lineageFor, speakingFor } from '#lib/data/chats/agents.ts';
import type { Chat, SentMessage } from '#lib/data/chats/claim.ts';
import { claimChat, releaseChat } from '#lib/data/chats/claim.ts';
import { countMessage } from '#lib/data/limits/chat-quotas.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { PendingMessage } from '#lib/domain/chats/session.ts';

/** Claims a chat for a message, and counts the message. One that a quota refuses leaves the chat free. */
export const claimCounted = async (
  caller: Caller,
  conversationId: string,
  message: SentMessage,
  kept: PendingMessage['kept'],
): Promise<Chat> => {
  const chat = await claimChat(caller, conversationId, message, kept);
  try {
    const lineage = chat.isSilent ? await lineageFor(chat) : (await speakingFor(chat)).lineage;
    await countMessage(lineage, message.results !== undefined);
    return chat;
  } catch (error) {
    await releaseChat(chat, kept);
    throw error;
  }
};
