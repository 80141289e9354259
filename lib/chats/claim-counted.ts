import type { Caller } from '#lib/domain/caller.ts';
import { mayContinue } from '#lib/domain/chats/session.ts';
import { countMessage, countOfUser } from '#lib/store/limits/chat-quotas.ts';
import { lineageFor, speakingFor } from './agents.ts';
import type { ClaimedChat, ClaimOptions, SentMessage } from './claim.ts';
import { claimChat } from './claim.ts';

/** Counts a message, and claims a chat for it. One that a quota refuses leaves the chat as it was. */
export const claimCounted = (
  caller: Caller,
  conversationId: string,
  message: SentMessage,
  claiming: ClaimOptions,
): Promise<ClaimedChat> =>
  claimChat(caller, conversationId, message, claiming, async (chat, isRepeated) => {
    const lineage = chat.isSilent ? await lineageFor(chat) : (await speakingFor(chat)).lineage;
    const isContinued = message.results !== undefined && mayContinue(chat.session);
    const continues = isRepeated || isContinued;
    const isUser = caller.conversation_id !== undefined;
    return countMessage(lineage, { continues, own: isUser ? countOfUser(chat.conversation) : undefined });
  });
