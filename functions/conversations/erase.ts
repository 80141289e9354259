import { erase } from '#lib/contract/conversations.ts';
import { eraseConversation, findErasable } from '#lib/data/conversations/erasure.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(erase, async ({ params, caller, fail }) => {
  const found = await findErasable(caller, params.conversation_id);
  return found ? eraseConversation(found) : fail('conversation_not_found');
});
