import { billedPeriods } from '#lib/domain/billing/account.ts';
import type { Subscription } from '#lib/domain/billing/subscription.ts';
import type { LocalDate } from '#lib/domain/usage/time-zones.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import { isErasedWith } from '#lib/store/operations/remove-belongings.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { StoredAccount } from './accounts.ts';
import { billingWrite, readAccount } from './accounts.ts';

/**
 * The subscriptions, each as long as its statements are final, so that no other statement follows from them.
 * One without final statements has no days, and stays because it may end the one before it some hours
 * earlier.
 */
const endedWithFinals = (account: StoredAccount, now: number): Subscription[] => {
  const finals = new Set(account.finals.map(({ key }) => key));
  const ends = new Map<string, LocalDate>();
  for (const { key, period, subscription } of billedPeriods(account, now)) {
    const { id, start_date } = subscription;
    ends.set(id, finals.has(key) ? period.end : (ends.get(id) ?? start_date));
  }
  return account.subscriptions.flatMap((each) => {
    const end_date = ends.get(each.id);
    return end_date === undefined ? [] : [{ ...each, end_date }];
  });
};

/**
 * Removes the billing data of an organization that is erased. Its final statements remain as evidence of
 * bills, with the record by which organizations above find them and which has their terms.
 */
export const eraseAccount = async (clientId: string, now = Date.now()): Promise<void> => {
  await retryStale(async () => {
    const account = await readAccount(clientId);
    if (!account) return;
    const { client_id, path, currency, version } = account.record;
    const subscriptions = endedWithFinals(account, now);
    const kept = { client_id, path, currency, version, subscriptions, watch: null, erased: true as const };
    await commit([
      account.finals.length === 0 ? removeVersion(keyOf('billing', clientId), version) : billingWrite(kept),
    ]);
  });
  await removeItems({ pk: partitionOf('billing', clientId), where: (key) => isErasedWith('client', key) });
};
