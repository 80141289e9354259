import { messages } from '#lib/contract/chats.ts';
import { handleChat } from '#lib/http/handle-chat.ts';
import { readMessages } from '#lib/http/read-messages.ts';

export const handler = handleChat(messages, readMessages(messages));
