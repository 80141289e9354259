import type { Caller } from '#lib/domain/caller.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { findChat } from './claim.ts';
import { endChat, stateOf } from './end-chat.ts';

/** Ends a chat for its user. */
export const endByUser = async ({
  caller,
  params,
}: {
  readonly caller: Caller;
  readonly params: { readonly conversation_id: string };
}) => {
  const chat = await findChat(caller, params.conversation_id);
  if (isOver(chat.conversation)) return { operations: [], reply: stateOf(chat.conversation) };
  const { operations, conversation } = endChat(chat, 'user_ended');
  return { operations, reply: stateOf(conversation) };
};
