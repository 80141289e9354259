import { create } from '#lib/contract/handovers.ts';
import { speakingFor } from '#lib/data/chats/agents.ts';
import { findChat } from '#lib/data/chats/claim.ts';
import { stateOf } from '#lib/data/chats/end-chat.ts';
import { requestHandover } from '#lib/data/chats/handovers.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';

export const handler = handleChatWrite(create, async ({ caller, params, body }) => {
  const chat = await findChat(caller, params.conversation_id);
  const { agent } = await speakingFor(chat);
  const { operations, conversation } = requestHandover(chat, agent, body.reason);
  return { operations, reply: stateOf(conversation) };
});
