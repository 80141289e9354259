import { lineageFor, speakingFor } from '#lib/data/chats/agents.ts';
import type { ClaimedChat, SentMessage } from '#lib/data/chats/claim.ts';
import { claimChat } from '#lib/data/chats/claim.ts';
import type { TakeBack } from '#lib/data/limits/chat-quotas.ts';
import { countMessage } from '#lib/data/limits/chat-quotas.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { PendingMessage } from '#lib/domain/chats/session.ts';

/** Counts a message, and claims a chat for it. One that a quota refuses leaves the chat as it was. */
export const claimCounted = (
  caller: Caller,
  conversationId: string,
  message: SentMessage,
  kept: PendingMessage['kept'],
  counted?: TakeBack,
): Promise<ClaimedChat> =>
  claimChat(
    caller,
    conversationId,
    message,
    kept,
    async (chat, isRepeated) => {
      const lineage = chat.isSilent ? await lineageFor(chat) : (await speakingFor(chat)).lineage;
      return countMessage(lineage, isRepeated || message.results !== undefined);
    },
    counted,
  );
