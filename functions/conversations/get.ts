import { get } from '#lib/contract/conversations.ts';
import { findConversation, represent } from '#lib/data/conversations/conversations.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const conversation = await findConversation(caller, params.conversation_id);
  return conversation ? represent(conversation) : fail('conversation_not_found');
});
