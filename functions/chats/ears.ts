import { earsFor, hangUp } from '#lib/chats/ears.ts';
import { ears } from '#lib/contract/chats.ts';
import { handleChat } from '#lib/http/handle-chat.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(
  handleChat(ears, ({ caller, params: { conversation_id }, body: { ended } }) =>
    ended === undefined ? earsFor(caller, conversation_id) : hangUp(caller, conversation_id, ended),
  ),
);
