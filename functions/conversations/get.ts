import { get } from '#lib/contract/conversations.ts';
import { findConversation, represent } from '#lib/data/conversations/conversations.ts';
import { costsOfShownTo } from '#lib/data/organizations/known-costs.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const conversation = await findConversation(caller, params.conversation_id);
  if (!conversation) return fail('conversation_not_found');
  return represent(conversation, await costsOfShownTo(caller, conversation));
});
