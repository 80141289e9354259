import { endByUser } from '#lib/chats/end-by-user.ts';
import { leave } from '#lib/contract/chats.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';
import { streamed } from '#lib/http/streamed.ts';

export const handler = streamed(handleChatWrite(leave, endByUser));
