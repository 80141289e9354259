import type { CallControlAction } from '#lib/contract/conversations/handling.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import type { ConversationRecord } from './conversation-record.ts';

/** The interventions in a conversation that can succeed now, as far as its record tells. */
export const controlsOf = (
  conversation: Pick<ConversationRecord, 'status' | 'chat_usage'>,
): readonly CallControlAction[] => {
  if (isOver(conversation)) return [];
  return conversation.chat_usage?.in_call ? ['end', 'say', 'instruct', 'transfer'] : [];
};
