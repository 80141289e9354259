import { endByUser } from '#lib/chats/end-by-user.ts';
import { end } from '#lib/contract/chats.ts';
import { handleChatWrite } from '#lib/http/handle-chat.ts';

export const handler = handleChatWrite(end, endByUser);
