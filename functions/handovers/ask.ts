import { speakingFor } from '#lib/chats/agents.ts';
import { findChat } from '#lib/chats/claim.ts';
import { stateOf } from '#lib/chats/end-chat.ts';
import { requestHandover } from '#lib/chats/handovers.ts';
import { ask } from '#lib/contract/handovers.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(
  handleChatWrite(ask, async ({ caller, params, body }) => {
    const chat = await findChat(caller, params.conversation_id);
    const { agent } = await speakingFor(chat);
    const { operations, conversation } = requestHandover(chat, agent, body.reason);
    return { operations, reply: stateOf(conversation) };
  }),
);
