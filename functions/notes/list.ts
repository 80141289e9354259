import { recordRead } from '#lib/audit/record-read.ts';
import { list } from '#lib/contract/notes.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { listNotes } from '#lib/conversations/notes.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  await recordRead(list, caller, conversation);
  return listNotes(conversation.id, { ...page, ...query });
});
