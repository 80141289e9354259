import { invalid } from '#lib/contract/errors.ts';
import { isOver } from '#lib/domain/billing/periods.ts';
import type { Reach } from '#lib/domain/caller.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { isTest } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { billingFromItem } from './accounts.ts';
import { issues } from './decides.ts';

/**
 * Refuses a new organization for tests below one with a subscription, unless the key is of the organization
 * that issues its statements or of one above: the conversations of the new organization would be in no bill
 * (docs/decisions/authority.md).
 */
export const refuseUnbilled = async (caller: Reach, parent: Lineage | null): Promise<void> => {
  if (!parent || isTest(parent.client)) return;
  const { path } = parent.client;
  const accounts = await batchGet(path.map((id) => keyOf('billing', id)));
  const subscriptions = accounts.flatMap((item) => (item ? billingFromItem(item).subscriptions : []));
  const now = Date.now();
  if (subscriptions.every((each) => isOver(each, now) || issues(caller, path, each))) return;
  const detail =
    'can be true only with a key of the organization that issues the statements, or of one above';
  throw invalid({ pointer: '/test', code: 'out_of_reach', detail });
};
