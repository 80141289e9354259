import { billedPeriods } from '#lib/domain/billing/account.ts';
import { hasReporters } from '#lib/domain/billing/costs.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Head } from '#lib/usage/log.ts';
import { appendEntries, readEntriesSince } from '#lib/usage/log.ts';
import type { BillingRecord, StoredMeter } from './accounts.ts';
import { meterWrite, newMeter, readAccount } from './accounts.ts';
import { addMetered, meteredBy } from './metering.ts';

/**
 * The usage of the periods from an instant on, computed from the log, for the meters of subscriptions that
 * have changed. The version of the log's head ensures that nothing is counted in the meantime.
 */
export const metersSince = async (
  owner: string,
  billing: Pick<BillingRecord, 'path' | 'subscriptions'>,
  keys: ReadonlySet<string>,
  since: number,
): Promise<{ readonly meters: StoredMeter[]; readonly head: Head }> => {
  const { head, entries } = await readEntriesSince(owner, since);
  const metered = meteredBy(billing, entries);
  return {
    head,
    meters: [...metered]
      .filter(([key]) => keys.has(key))
      .map(([key, used]) => addMetered(newMeter(key), used)),
  };
};

/**
 * Meters the periods of an organization again whose costs were counted before their reporters were. Final
 * statements stay as they are, and so do their meters, from which corrections follow.
 */
export const meterReporters = (clientId: string, now = Date.now()): Promise<void> =>
  retryStale(async () => {
    const account = await readAccount(clientId);
    if (!account) return;
    const finals = new Set(account.finals.map(({ key }) => key));
    const versions = new Map(
      account.meters
        .filter(({ key, costs }) => !finals.has(key) && !hasReporters(costs))
        .map(({ key, version }) => [key, version]),
    );
    const open = billedPeriods(account, now).filter(({ key }) => versions.has(key));
    if (open.length === 0) return;
    const keys = new Set(open.map(({ key }) => key));
    const since = Math.min(...open.map(({ start }) => start));
    const { meters, head } = await metersSince(clientId, account.record, keys, since);
    await commit([
      ...appendEntries(head, []).operations,
      ...meters.map((each) => meterWrite(clientId, { ...each, version: versions.get(each.key) ?? 0 })),
    ]);
  });
