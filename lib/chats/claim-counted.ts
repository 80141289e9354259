import type { Caller } from '#lib/domain/caller.ts';
import { mayContinue } from '#lib/domain/chats/session.ts';
import { currentCause } from '#lib/store/cause.ts';
import { countMessage, countOfUser } from '#lib/store/limits/chat-quotas.ts';
import { countVisitorMessage } from '#lib/widgets/count-use.ts';
import { lineageFor, speakingFor } from './agents.ts';
import type { ClaimedChat, ClaimOptions, SentMessage } from './claim.ts';
import { claimChat } from './claim.ts';
import { openWidgetOf } from './widget-of.ts';

/** Counts a message, and claims a chat for it. One that a quota refuses leaves the chat as it was. */
export const claimCounted = async (
  caller: Caller,
  conversationId: string,
  message: SentMessage,
  claiming: ClaimOptions,
): Promise<ClaimedChat> => {
  const widget = openWidgetOf(caller);
  const claimed = await claimChat(caller, conversationId, message, claiming, async (chat, isRepeated) => {
    const lineage = chat.isSilent ? await lineageFor(chat) : (await speakingFor(chat)).lineage;
    const isContinued = message.results !== undefined && mayContinue(chat.session);
    const continues = isRepeated || isContinued;
    const isUser = caller.conversation_id !== undefined;
    const visit =
      widget && !continues ? await countVisitorMessage(widget, currentCause()?.address ?? '') : undefined;
    try {
      const counted = { continues, own: isUser ? countOfUser(chat.conversation) : undefined };
      const takeBack = await countMessage(lineage, counted);
      return async () => {
        await Promise.all([takeBack(), visit?.()]);
      };
    } catch (error) {
      await visit?.();
      throw error;
    }
  });
  return { ...claimed, widget };
};
