import { list } from '#lib/contract/notes.ts';
import { findConversation } from '#lib/data/conversations/conversations.ts';
import { listNotes } from '#lib/data/conversations/notes.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const conversation = await findConversation(caller, params.conversation_id);
  return conversation ? listNotes(conversation.id, { ...page, ...query }) : fail('conversation_not_found');
});
