import { erase } from '#lib/contract/conversations.ts';
import { mustStay } from '#lib/conversations/decided.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import { eraseConversation, findErasable } from '#lib/erasures/conversation-erasure.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(erase, async ({ params, caller, fail }) => {
  const found = (await findErasable(caller, params.conversation_id)) ?? fail('conversation_not_found');
  if (await mustStay(caller, found)) {
    return fail('ancestor_key_required', { detail: 'An organization above has yet to report how it ended' });
  }
  return eraseConversation(found, await costsShownTo(caller));
});
