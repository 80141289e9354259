import { isDeepStrictEqual } from 'node:util';
import { statementsOf } from '#lib/domain/billing/account.ts';
import { includedMessages, reachedThresholds, thresholdsFor } from '#lib/domain/billing/statement.ts';
import { billsMessages, withAnswersFrom } from '#lib/domain/billing/subscription.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { BillingRecord, Watch } from './accounts.ts';
import { billingWrite, readAccount } from './accounts.ts';

const look = async (clientId: string, now: number): Promise<void> => {
  const account = await readAccount(clientId);
  if (!account) return;
  const subscriptions = account.subscriptions.map((each) => withAnswersFrom(each, now));
  const isNew = !isDeepStrictEqual(subscriptions, account.subscriptions);
  const record = { ...account.record, subscriptions };
  const current = statementsOf(account, now).find(({ start, end }) => start <= now && now < end);
  if (!current) {
    if (!isNew && !record.stopped && !record.chats_stopped) return;
    await commit([billingWrite({ ...record, stopped: undefined, chats_stopped: undefined })]);
    return;
  }
  const { key, seconds, limit, messages, start, end, period, subscription } = current;
  const { terms } = subscription;
  const all = thresholdsFor(terms);
  const before: readonly number[] = record.watch?.key === key ? record.watch.reached : [];
  const reached = reachedThresholds(seconds, limit, all);
  const upcoming = all.find((threshold) => !reached.includes(threshold));
  const stops = terms.at_limit === 'stop';
  const stopsMessages = stops && billsMessages(terms);
  const included = includedMessages(terms, period);
  const watch: Watch = {
    key,
    // After a new pack, a threshold can be reached again.
    reached,
    paid_seconds: limit,
    next: upcoming === undefined ? null : Math.ceil((limit * upcoming) / 100),
    ...(stopsMessages && messages < included && { next_messages: included }),
  };
  // With nothing included, the next period would be stopped as well, unless the subscription ends before it.
  const stopFor = (paid: number) => ({
    until: paid === 0 && period.end !== subscription.end_date ? null : new Date(end).toISOString(),
  });
  const stopped = stops && seconds >= limit ? stopFor(limit) : undefined;
  const stoppedByMessages = stopsMessages && messages >= included ? stopFor(included) : undefined;
  const chats_stopped = stopsMessages ? stoppedByMessages : stopped;
  const after: BillingRecord = { ...record, watch, stopped, chats_stopped };
  if (
    !isNew &&
    isDeepStrictEqual([watch, stopped, chats_stopped], [record.watch, record.stopped, record.chats_stopped])
  ) {
    return;
  }
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

/**
 * Reports thresholds that the current period has newly reached, and stops or allows new conversations
 * accordingly.
 */
export const watchLimit = (clientId: string, now = Date.now()): Promise<void> =>
  retryStale(() => look(clientId, now));
