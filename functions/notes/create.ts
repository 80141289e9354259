import { invalid } from '#lib/contract/errors.ts';
import { create } from '#lib/contract/notes.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { insertNote } from '#lib/conversations/notes.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  if (caller.person && body.author !== null) {
    const detail = 'must be absent: people write in their own name';
    throw invalid({ pointer: '/author', code: 'not_applicable', detail });
  }
  const conversation = await findConversation(caller, params.conversation_id);
  return conversation ? insertNote(conversation, body) : fail('conversation_not_found');
});
