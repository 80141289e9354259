import { append } from '#lib/contract/transcripts.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { appendTurns } from '#lib/conversations/transcripts.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(append, async ({ params, body, caller, fail }) => {
  const conversation = await findConversation(caller, params.conversation_id);
  return conversation ? appendTurns(caller, conversation, body.turns) : fail('conversation_not_found');
});
