import { recordRead } from '#lib/audit/record-read.ts';
import { additionsAfter, patchConversation } from '#lib/chats/patch-conversation.ts';
import { ConversationAdditions, update } from '#lib/contract/conversations.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';

/** The action of the route that only reads. */
const conversationRead = { audit: 'conversation.read' };

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const additions = parseBody(ConversationAdditions, additionsAfter(conversation, body));
  const write = await patchConversation(caller, conversation, body, additions);
  // A change is recorded with what it changes. One that changes nothing only reads.
  if (write.operations.length > 0) return write;
  // Afterwards, because a repeat that finds its change made is answered with the first answer.
  return { ...write, afterwards: () => recordRead(conversationRead, caller, conversation) };
});
