import type { Costs } from '#lib/domain/billing/account.ts';
import { periodKey } from '#lib/domain/billing/account.ts';
import { costName } from '#lib/domain/billing/costs.ts';
import { periodAt, termsInForce } from '#lib/domain/billing/periods.ts';
import type { Subscription } from '#lib/domain/billing/subscription.ts';
import { billedMessages, billedSeconds } from '#lib/domain/billing/subscription.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import type { CountedCost } from '#lib/domain/usage/fact.ts';
import { costsIn } from '#lib/domain/usage/fact.ts';
import { toBillionths } from '#lib/domain/usage/figures.ts';
import { quarterMs } from '#lib/domain/usage/time-zones.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Entry } from '#lib/usage/log.ts';
import type { BillingRecord, StoredMeter } from './accounts.ts';
import { billingFromItem, meterFromItem, meterKey, meterWrite } from './accounts.ts';
import { billingTask } from './billing-tasks.ts';

/*
 * The usage of a period is metered in the transaction that counts a conversation, so that a draft is exact at
 * once. A meter counts messages, and the seconds as the subscription rounds them, which cannot be derived
 * from sums of usage.
 */

export interface MeteredUsage {
  readonly seconds: number;
  readonly messages: number;
  readonly costs: Costs;
}

const withCost = (costs: Costs, cost: CountedCost, sign: Entry['sign']): Costs => {
  const name = costName(cost);
  return { ...costs, [name]: (costs[name] ?? 0n) + BigInt(sign) * toBillionths(cost.amount) };
};

/** The periods that entries belong to, with the amounts that they add to each. */
export const meteredBy = (
  { path, subscriptions }: Pick<BillingRecord, 'path' | 'subscriptions'>,
  entries: readonly Entry[],
): Map<string, MeteredUsage> => {
  const metered = new Map<string, MeteredUsage>();
  const terms = termsInForce(subscriptions);
  for (const { sign, fact } of entries) {
    const found = periodAt(terms, fact.quarter * quarterMs);
    if (!found) continue;
    const { subscription, period } = found;
    const key = periodKey(subscription.id, period.start);
    const { seconds, messages, costs } = metered.get(key) ?? { seconds: 0, messages: 0, costs: {} };
    metered.set(key, {
      seconds: seconds + sign * billedSeconds(fact, subscription.terms),
      messages:
        messages + sign * billedMessages(fact, { ...found, issuer: depthOf(subscription.issuer_id, path) }),
      costs: costsIn(fact).reduce((sums, cost) => withCost(sums, cost, sign), costs),
    });
  }
  return metered;
};

export const addMetered = (meter: StoredMeter, { seconds, messages, costs }: MeteredUsage): StoredMeter => ({
  ...meter,
  seconds: meter.seconds + seconds,
  messages: meter.messages + messages,
  costs: Object.fromEntries(
    [...new Set([...Object.keys(meter.costs), ...Object.keys(costs)])].map((name) => [
      name,
      (meter.costs[name] ?? 0n) + (costs[name] ?? 0n),
    ]),
  ),
});

/** The key of the period that an instant belongs to. */
const periodKeyAt = (subscriptions: readonly Subscription[], instant: number): string | undefined => {
  const found = periodAt(termsInForce(subscriptions), instant);
  return found && periodKey(found.subscription.id, found.period.start);
};

/** Whether a meter has reached the next threshold, or is that of the current period, not watched yet. */
const calls = ({ watch, subscriptions }: BillingRecord, meter: StoredMeter): boolean =>
  watch?.key === meter.key
    ? (watch.next !== null && meter.seconds >= watch.next) ||
      (watch.next_messages !== undefined && meter.messages >= watch.next_messages)
    : (meter.seconds > 0 || meter.messages > 0) && meter.key === periodKeyAt(subscriptions, Date.now());

/** Whether further answers are counted before it is known from which period on they are billed. */
const beginsFurther = ({ subscriptions }: BillingRecord, entries: readonly Entry[]): boolean =>
  subscriptions.some(({ answers_from }) => answers_from === undefined) &&
  entries.some(({ fact }) => fact.chat?.further);

/** The writes that meter entries of organizations that have subscriptions. */
export const meterOperations = async (
  billed: readonly { readonly owner: string; readonly entries: readonly Entry[] }[],
): Promise<Operation<Stale>[]> => {
  if (billed.length === 0) return [];
  const records = await batchGet(billed.map(({ owner }) => keyOf('billing', owner)));
  // A transaction may write each item only once, and several periods of an organization may need the same
  // task.
  const watched = new Set<string>();
  const wanted = billed.flatMap(({ owner, entries }, at) => {
    const item = records[at];
    const billing = item && billingFromItem(item);
    if (!billing) return [];
    if (beginsFurther(billing, entries)) watched.add(owner);
    return [...meteredBy(billing, entries)]
      .filter(
        ([, { seconds, messages, costs }]) =>
          seconds !== 0 || messages !== 0 || Object.values(costs).some((cost) => cost !== 0n),
      )
      .map(([key, metered]) => ({ owner, billing, key, metered }));
  });
  const meters = await batchGet(wanted.map(({ owner, key }) => meterKey(owner, key)));
  const writes = wanted.map(({ owner, billing, key, metered }, at) => {
    const meter = addMetered(meterFromItem(key, meters[at]), metered);
    if (calls(billing, meter)) watched.add(owner);
    return meterWrite(owner, meter);
  });
  return [...writes, ...[...watched].map(billingTask)];
};
