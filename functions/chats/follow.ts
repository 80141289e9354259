import { follow } from '#lib/contract/chats.ts';
import { handleChat } from '#lib/http/handle-chat.ts';
import { readMessages } from '#lib/http/read-messages.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(handleChat(follow, readMessages(follow)));
