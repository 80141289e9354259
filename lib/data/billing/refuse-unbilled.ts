import { invalid } from '#lib/contract/errors.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { billingKey } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Lineage } from '../organizations/clients.ts';
import { isTest } from '../organizations/clients.ts';
import { billingFromItem } from './accounts.ts';

/**
 * Refuses a new organization for tests below one with a subscription, unless the key is of an organization above that one: the
 * conversations of the new organization would be in no bill (docs/decisions/authority.md).
 */
export const refuseUnbilled = async (caller: Reach, parent: Lineage | null): Promise<void> => {
  if (!parent || isTest(parent.client)) return;
  const { path } = parent.client;
  const notBelow = path.slice(0, depthOf(caller.client_id, path));
  const accounts = await batchGet(notBelow.map((id) => billingKey(id)));
  if (!accounts.some((item) => item && billingFromItem(item).subscriptions.length > 0)) return;
  const detail = 'can be true only with a key of an organization above the one that is billed';
  throw invalid({ pointer: '/test', code: 'out_of_reach', detail });
};
