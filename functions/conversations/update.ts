import { recordRead } from '#lib/audit/record-read.ts';
import { closingOf } from '#lib/chats/end-chat.ts';
import { ConversationAdditions, update } from '#lib/contract/conversations.ts';
import { findConversation, patchedFields, updateConversation } from '#lib/conversations/conversations.ts';
import { decidedOf } from '#lib/conversations/decided.ts';
import { costsOfShownTo } from '#lib/conversations/known-costs.ts';
import { canBecome, isOver } from '#lib/domain/conversations/conversation.ts';
import { refuseHiddenCost } from '#lib/domain/conversations/cost.ts';
import { withAllTags } from '#lib/domain/conversations/tags.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';

/** The action of the route that only reads. */
const conversationRead = { audit: 'conversation.read' };

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const conversation = await findConversation(caller, params.conversation_id);
  if (!conversation) return fail('conversation_not_found');

  const { status } = conversation;
  if (body.status && !canBecome(status, body.status)) {
    return fail('invalid_transition', { detail: `A ${status} conversation cannot become ${body.status}` });
  }
  const costsFrom = await costsOfShownTo(caller, conversation);
  refuseHiddenCost(conversation, body, costsFrom);
  const additions = parseBody(
    ConversationAdditions,
    mergePatch(patchedFields(conversation, body), withAllTags(conversation.tags, body)),
  );
  const decided = await decidedOf(conversation);
  const ends = !isOver(conversation) && isOver({ status: body.status ?? status });
  const ended = ends ? await closingOf(conversation) : undefined;
  const write = updateConversation(conversation, body, additions, { by: caller, decided, costsFrom }, ended);
  // A change is recorded with what it changes. One that changes nothing only reads.
  if (write.operations.length > 0) return write;
  // Afterwards, because a repeat that finds its change made is answered with the first answer.
  return { ...write, afterwards: () => recordRead(conversationRead, caller, conversation) };
});
