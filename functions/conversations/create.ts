import { create } from '#lib/contract/conversations.ts';
import { createConversation } from '#lib/conversations/create-conversation.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, ({ body, caller }) => createConversation(caller, body));
