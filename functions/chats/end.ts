import { findChat } from '#lib/chats/claim.ts';
import { endChat, stateOf } from '#lib/chats/end-chat.ts';
import { end } from '#lib/contract/chats.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';

export const handler = handleChatWrite(end, async ({ caller, params }) => {
  const chat = await findChat(caller, params.conversation_id);
  if (isOver(chat.conversation)) return { operations: [], reply: stateOf(chat.conversation) };
  const { operations, conversation } = endChat(chat, 'user_ended');
  return { operations, reply: stateOf(conversation) };
});
