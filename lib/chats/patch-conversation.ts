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
import { isGivenUp } from '#lib/conversations/reported.ts';
import type { DecidedDepths } from '#lib/domain/authority/writers.ts';
import { authorityOver } from '#lib/domain/authority/writers.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { canBecome, isOver } from '#lib/domain/conversations/conversation.ts';
import { refuseHiddenCost } from '#lib/domain/conversations/cost.ts';
import { withAllTags } from '#lib/domain/conversations/tags.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
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

/**
 * Whether a caller may say how a call ended although it is over: the clock has ended it, or an organization
 * below, which decides nothing from which the bills above follow. A chat of the platform has no other end.
 */
const correctsEnd = (
  { client_id }: Caller,
  conversation: ConversationRecord,
  { status }: ConversationPatch,
  decided: DecidedDepths,
): boolean => {
  const { handling, path } = conversation;
  if (handling !== null || status === 'active') return false;
  const known = { decided, own: ownDepth(path) };
  return isGivenUp(conversation) || authorityOver('status', depthOf(client_id, path), known) > 0;
};

/** The write of a caller's change of a conversation, which may end a chat. Refuses what cannot be changed. */
export const patchConversation = async (
  caller: Caller,
  conversation: ConversationRecord,
  patch: ConversationPatch,
  additions: ConversationAdditions,
): Promise<Write<Conversation, Failure<typeof update>>> => {
  const { status } = conversation;
  const decided = await decidedOf(conversation);
  if (
    patch.status &&
    !canBecome(status, patch.status) &&
    !correctsEnd(caller, conversation, patch, decided)
  ) {
    throw new ApiError('invalid_transition', {
      detail: `A ${status} conversation cannot become ${patch.status}`,
    });
  }
  const costsFrom = await costsOfShownTo(caller, conversation);
  refuseHiddenCost(conversation, patch, costsFrom);
  const ends = !isOver(conversation) && isOver({ status: patch.status ?? status });
  if (ends) refuseOtherEnd(caller, conversation, patch);
  const ended = ends ? await closingOf(conversation) : undefined;
  return updateConversation(conversation, patch, additions, { by: caller, decided, costsFrom }, ended);
};
