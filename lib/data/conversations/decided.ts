import type { Decided } from '#lib/domain/authority/writers.ts';
import { awaitsEndFromAbove, decidedFields, withDecided } from '#lib/domain/authority/writers.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
import { integrationKey } from '../keys.ts';
import { get } from '../operations/get.ts';
import type { Item } from '../table.ts';
import type { ConversationRecord } from './conversation-record.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';

const topmost = 1;

/**
 * What organizations above have decided of a conversation. Of one that was reported before this was noted, it is whatever was
 * reported. An integration that is gone counts as the topmost organization's, so that no bill can be restated.
 */
export const decidedOf = async ({
  decided,
  integration_id,
  path,
  reported,
}: ConversationRecord): Promise<Decided> => {
  if (decided || integration_id === null || !reported) return decided ?? {};
  const integration = await get(integrationKey(integration_id));
  const depth = integration ? depthOf(String(integration.client_id), path) : topmost;
  const fields = decidedFields.filter((field) => field === 'channel' || field in reported.fields);
  return withDecided({}, fields, depth, ownDepth(path));
};

/** Whether an organization above the caller's has yet to report how a call ended: erased before that, it would not be billed. */
export const mustStay = async ({ client_id }: Reach, item: Item): Promise<boolean> => {
  if (isErasing(item)) return false;
  const conversation = conversationFromItem(item);
  return awaitsEndFromAbove(await decidedOf(conversation), depthOf(client_id, conversation.path));
};
