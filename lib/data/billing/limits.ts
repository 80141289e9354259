import { isDeepStrictEqual } from 'node:util';
import { statementsOf } from '#lib/domain/billing/account.ts';
import { reachedThresholds, thresholdsFor } from '#lib/domain/billing/statement.ts';
import { eventWrite } from '../events/events.ts';
import { commit } from '../operations/commit.ts';
import { retryStale } from '../operations/retry-stale.ts';
import type { BillingRecord, Watch } from './accounts.ts';
import { billingWrite, readAccount } from './accounts.ts';

const look = async (clientId: string, now: number): Promise<void> => {
  const account = await readAccount(clientId);
  if (!account) return;
  const { record } = account;
  const current = statementsOf(account, now).find(({ start, end }) => start <= now && now < end);
  if (!current) {
    if (record.stopped) await commit([billingWrite({ ...record, stopped: undefined })]);
    return;
  }
  const { key, seconds, limit, start, end, period, subscription } = current;
  const all = thresholdsFor(subscription.terms);
  const before: readonly number[] = record.watch?.key === key ? record.watch.reached : [];
  const reached = reachedThresholds(seconds, limit, all);
  const upcoming = all.find((threshold) => !reached.includes(threshold));
  const watch: Watch = {
    key,
    // After a new pack, a threshold can be reached again.
    reached,
    next: upcoming === undefined ? null : Math.ceil((limit * upcoming) / 100),
  };
  // Without any minutes, the next period would be stopped as well, unless the subscription ends before it.
  const goesOn = limit === 0 && period.end !== subscription.end_date;
  const stopped =
    subscription.terms.at_limit === 'stop' && seconds >= limit
      ? { until: goesOn ? null : new Date(end).toISOString() }
      : undefined;
  const after: BillingRecord = { ...record, watch, stopped };
  if (isDeepStrictEqual([watch, stopped], [record.watch, record.stopped])) return;
  await commit([
    billingWrite(after),
    ...reached
      .filter((threshold) => !before.includes(threshold))
      .map((percent) =>
        eventWrite(
          'usage.threshold_reached',
          { id: clientId, path: record.path, version: record.version + 1 },
          {
            client_id: clientId,
            percent,
            used_minutes: Math.floor(seconds / 60),
            included_minutes: Math.floor(limit / 60),
            period_start: new Date(start).toISOString(),
            period_end: new Date(end).toISOString(),
          },
        ),
      ),
  ]);
};

/** Reports thresholds that the current period has newly reached, and stops or allows new conversations accordingly. */
export const watchLimit = (clientId: string, now = Date.now()): Promise<void> =>
  retryStale(() => look(clientId, now));
