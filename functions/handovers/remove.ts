import { findChat, refuseEnded } from '#lib/chats/claim.ts';
import { stateOf } from '#lib/chats/end-chat.ts';
import { returnToAgent } from '#lib/chats/handovers.ts';
import { remove } from '#lib/contract/handovers.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ caller, params }) => {
  const chat = await findChat(caller, params.conversation_id);
  refuseEnded(chat, Date.now());
  if (chat.conversation.handling === 'agent') return { operations: [], reply: stateOf(chat.conversation) };
  const { operations, conversation } = returnToAgent(chat);
  return { operations, reply: stateOf(conversation) };
});
