import { askForPerson } from '#lib/chats/ask-for-person.ts';
import { findChat } from '#lib/chats/claim.ts';
import { ask } from '#lib/contract/handovers.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(
  handleChatWrite(ask, async ({ caller, params, body }) =>
    askForPerson(caller, await findChat(caller, params.conversation_id), body.reason),
  ),
);
