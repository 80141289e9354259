import type { DecidedDepths } from '#lib/domain/authority/writers.ts';
import { awaitsEndFromAbove, decidedFields, withDecided } from '#lib/domain/authority/writers.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { isReported } from '#lib/domain/integrations/merge.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConversationRecord } from './conversation-record.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';

const topmost = 1;

/**
 * The levels that have decided fields of a reported conversation. If it was reported before levels were
 * recorded, all reported fields count. An integration that no longer exists counts as the topmost
 * organization's, so that bills cannot change.
 */
const reportedDecided = async ({
  decided,
  integration_id,
  path,
  reported,
}: ConversationRecord): Promise<DecidedDepths> => {
  if (decided || integration_id === null || !reported) return decided ?? {};
  const integration = await get(keyOf('integration', integration_id));
  const depth = integration ? depthOf(String(integration.client_id), path) : topmost;
  const fields = decidedFields.filter((field) => field === 'channel' || isReported(reported, field));
  return withDecided({}, fields, depth, ownDepth(path));
};

/**
 * The levels above that have decided fields of a conversation. The platform decides the cost of its chats,
 * even before the first answer, because it adds to it with each, and it records their turns. It also
 * decides how long a call was that it held, even if somebody else has ended it.
 */
export const decidedOf = async (conversation: ConversationRecord): Promise<DecidedDepths> => {
  const decided = await reportedDecided(conversation);
  if (conversation.handling === null) return decided;
  const ofPlatform = depthOf(null, conversation.path);
  const isHeldCall = conversation.chat_usage?.in_call === true;
  return {
    ...decided,
    cost: ofPlatform,
    turns: ofPlatform,
    ...(isHeldCall && isOver(conversation) && { end_time: ofPlatform }),
  };
};

/**
 * Whether an organization above the caller's has yet to report the end of a call. If the call were erased
 * before, it would not be billed. Nobody reports the end of a call that the platform holds: it ends it.
 */
export const mustStay = async ({ client_id }: Reach, item: Item): Promise<boolean> => {
  if (isErasing(item)) return false;
  const conversation = conversationFromItem(item);
  if (conversation.chat_usage?.in_call && isOver(conversation)) return false;
  return awaitsEndFromAbove(await decidedOf(conversation), depthOf(client_id, conversation.path));
};
