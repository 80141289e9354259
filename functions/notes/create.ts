import { create } from '#lib/contract/notes.ts';
import { findConversation } from '#lib/data/conversations/conversations.ts';
import { insertNote } from '#lib/data/conversations/notes.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const conversation = await findConversation(caller, params.conversation_id);
  return conversation ? insertNote(conversation, body) : fail('conversation_not_found');
});
