import type {
  Conversation,
  ConversationAdditions,
  ConversationPatch,
  update,
} from '#lib/contract/conversations.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Failure } from '#lib/contract/route.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { patchedFields, updateConversation } from '#lib/conversations/conversations.ts';
import { decidedOf } from '#lib/conversations/decided.ts';
import { costsOfShownTo } from '#lib/conversations/known-costs.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { canBecome, isOver } from '#lib/domain/conversations/conversation.ts';
import { refuseHiddenCost } from '#lib/domain/conversations/cost.ts';
import { withAllTags } from '#lib/domain/conversations/tags.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { closingOf } from './end-chat.ts';

/** The fields of a conversation after a patch, which `ConversationAdditions` has yet to accept. */
export const additionsAfter = (conversation: ConversationRecord, patch: ConversationPatch): unknown =>
  mergePatch(patchedFields(conversation, patch), withAllTags(conversation.tags, patch));

/** Refuses another end of a call that the platform holds than the present one: its minutes are billed. */
const refuseOtherEnd = (
  { client_id }: Caller,
  { chat_usage }: ConversationRecord,
  { end_time, duration_ms }: ConversationPatch,
): void => {
  if (!chat_usage?.in_call || client_id === null) return;
  if (end_time === undefined && duration_ms === undefined) return;
  throw invalid({
    pointer: end_time === undefined ? '/duration_ms' : '/end_time',
    code: 'out_of_reach',
    detail: 'must be absent: the platform holds the call, and it ends now',
  });
};

/** The write of a caller's change of a conversation, which may end a chat. Refuses what cannot be changed. */
export const patchConversation = async (
  caller: Caller,
  conversation: ConversationRecord,
  patch: ConversationPatch,
  additions: ConversationAdditions,
): Promise<Write<Conversation, Failure<typeof update>>> => {
  const { status } = conversation;
  if (patch.status && !canBecome(status, patch.status)) {
    throw new ApiError('invalid_transition', {
      detail: `A ${status} conversation cannot become ${patch.status}`,
    });
  }
  const costsFrom = await costsOfShownTo(caller, conversation);
  refuseHiddenCost(conversation, patch, costsFrom);
  const decided = await decidedOf(conversation);
  const ends = !isOver(conversation) && isOver({ status: patch.status ?? status });
  if (ends) refuseOtherEnd(caller, conversation, patch);
  const ended = ends ? await closingOf(conversation) : undefined;
  return updateConversation(conversation, patch, additions, { by: caller, decided, costsFrom }, ended);
};
