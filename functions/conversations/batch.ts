import { batch, create } from '#lib/contract/conversations.ts';
import { createConversation } from '#lib/conversations/create-conversation.ts';
import { handleBatch } from '#lib/http/handle-batch.ts';

export const handler = handleBatch(batch, create, ({ body, caller }) => createConversation(caller, body));
