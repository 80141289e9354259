import { isDeepStrictEqual } from 'node:util';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type {
  Pack,
  PackInput,
  Subscription as Shown,
  SubscriptionInput,
} from '#lib/contract/subscriptions.ts';
import { billedPeriods, statementsOf } from '#lib/domain/billing/account.ts';
import { minutesOf } from '#lib/domain/billing/minutes.ts';
import { finalFrom, isOver } from '#lib/domain/billing/periods.ts';
import { includedMessages, includedSeconds } from '#lib/domain/billing/statement.ts';
import type { Subscription, Terms } from '#lib/domain/billing/subscription.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { LocalDate } from '#lib/domain/usage/time-zones.ts';
import { addDays, dateOf, startOfDay } from '#lib/domain/usage/time-zones.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import { appendEntries, readHeads } from '#lib/usage/log.ts';
import type { BillingRecord, StoredAccount } from './accounts.ts';
import { billingWrite, meterKey, meterWrite, packItem, readAccount } from './accounts.ts';
import { billingTask, statementTask } from './billing-tasks.ts';
import { metersSince } from './meters-since.ts';
import type { PlanRecord } from './plans.ts';

const termsOf = ({
  id: plan_id,
  name,
  currency,
  base_fee,
  included_minutes,
  minute_rate,
  included_messages,
  message_rate,
  rounding_seconds,
  at_limit,
}: PlanRecord): Terms => ({
  plan_id,
  name,
  currency,
  base_fee,
  included_minutes,
  minute_rate,
  included_messages,
  message_rate,
  rounding_seconds,
  at_limit,
});

/** The period in force: time zones may have changed, so dates alone do not decide. */
const periodNow = (account: StoredAccount, now: number) =>
  statementsOf(account, now).find(({ start, end }) => start <= now && now < end);

/** The running subscription, or else the one that starts next. */
export const currentSubscription = (account: StoredAccount, now: number): Subscription | undefined =>
  periodNow(account, now)?.subscription ?? account.subscriptions.find((each) => !isOver(each, now));

/** A subscription as the API shows it, with the usage of its current period. */
export const represent = (account: StoredAccount, subscription: Subscription, now: number): Shown => {
  const { id, terms, start_date, end_date, timezone, issuer_id } = subscription;
  const period = periodNow(account, now);
  const current = period?.subscription.id === id ? period : undefined;
  const next = account.subscriptions.find((each) => each.start_date > start_date);
  return {
    id,
    client_id: account.client_id,
    start_date,
    end_date,
    timezone,
    issuer_id,
    ...terms,
    current_period: current
      ? {
          start: new Date(current.start).toISOString(),
          end: new Date(current.end).toISOString(),
          minutes_used: minutesOf(current.seconds),
          minutes_included: minutesOf(includedSeconds(terms, current.period)),
          pack_minutes_left: minutesOf(current.packSeconds),
          messages_used: current.messages,
          messages_included: includedMessages(terms, current.period),
          limit_reached: current.seconds >= current.limit,
        }
      : null,
    next: next ? { id: next.id, plan_id: next.terms.plan_id, start_date: next.start_date } : null,
    created_at: createdAt(id),
  };
};

interface Owner {
  readonly id: string;
  readonly path: readonly string[];
}

const empty = (client_id: string, path: readonly string[]): StoredAccount => ({
  record: { client_id, path, subscriptions: [], watch: null, version: 0 },
  client_id,
  subscriptions: [],
  meters: [],
  packs: [],
  finals: [],
});

/** A subscription can start at most this many days ago or ahead. */
const maxDays = 366;

const checkStart = (start_date: LocalDate, today: LocalDate): void => {
  if (start_date >= addDays(today, -maxDays) && start_date <= addDays(today, maxDays)) return;
  const detail = `must be at most ${maxDays} days from today`;
  throw invalid({ pointer: '/start_date', code: 'out_of_range', detail });
};

/**
 * Refuses a start that would change a final statement: by its time, or by its date where time zones are a day
 * apart.
 */
const refuseFinal = (
  account: StoredAccount,
  { timezone, start_date }: Pick<Subscription, 'timezone' | 'start_date'>,
  now: number,
): void => {
  const finals = new Set(account.finals.map(({ key }) => key));
  const last = billedPeriods(account, now)
    .filter(({ key }) => finals.has(key))
    .at(-1);
  const start = startOfDay(timezone, start_date);
  if (last && (start < last.end || start_date < last.period.end)) {
    throw new ApiError('period_final', {
      detail: `The statement until ${new Date(last.end).toISOString()} is final. Start at that time or later`,
    });
  }
};

/**
 * All subscriptions after adding one: earlier ones end when it starts, and ones that would start later are
 * removed.
 */
const withSubscription = (known: readonly Subscription[], added: Subscription): Subscription[] => [
  ...known
    .filter(({ start_date }) => start_date < added.start_date)
    .map((each) => ({
      ...each,
      end_date: each.end_date !== null && each.end_date < added.start_date ? each.end_date : added.start_date,
    })),
  added,
];

/** The currency that an organization is billed in; undefined if it never was. */
const billedCurrency = ({ record, subscriptions }: StoredAccount): string | undefined =>
  record.currency ?? subscriptions[0]?.terms.currency;

/** The billing account of an organization, which is empty before its first subscription. */
export const accountOf = async ({ id, path }: Owner): Promise<StoredAccount> =>
  (await readAccount(id)) ?? empty(id, path);

/** The fields of a subscription that a request can set. */
export const replaceableFields = ({ terms, start_date }: Subscription) => ({
  plan_id: terms.plan_id,
  start_date,
});

/** Subscribes an organization to the terms of a plan. */
export const subscribe = async (
  account: StoredAccount,
  timezone: string,
  plan: PlanRecord,
  { start_date }: Pick<SubscriptionInput, 'start_date'>,
  now = Date.now(),
): Promise<Write<Shown, 'period_final' | 'currency_fixed'>> => {
  const { client_id: id } = account;
  const current = currentSubscription(account, now);
  const replaces = current && represent(account, current, now);
  const terms = termsOf(plan);
  const kept = account.subscriptions.find(
    (each) => each.start_date === start_date && isDeepStrictEqual(each.terms, terms) && !isOver(each, now),
  );
  if (kept && kept.end_date === null) {
    return { operations: [], reply: represent(account, kept, now), replaces };
  }
  if (!kept) checkStart(start_date, dateOf(timezone, now));
  const currency = billedCurrency(account) ?? terms.currency;
  if (currency !== terms.currency) {
    throw new ApiError('currency_fixed', { detail: `The organization is billed in ${currency}` });
  }
  const added: Subscription = kept
    ? { ...kept, end_date: null }
    : {
        ...{ id: newId('sub'), terms, start_date, end_date: null, timezone },
        issuer_id: plan.client_id,
        answers_from: start_date,
      };
  const start = startOfDay(added.timezone, start_date);
  if (!kept) refuseFinal(account, added, now);

  const subscriptions = withSubscription(account.subscriptions, added);
  const finals = new Set(account.finals.map(({ key }) => key));
  const open = billedPeriods({ client_id: id, subscriptions }, now).filter(({ key }) => !finals.has(key));
  const keys = new Set(open.map(({ key }) => key));
  const since = Math.min(kept ? now : start, ...open.map((period) => period.start));
  const { meters, head } = await metersSince(id, { ...account.record, subscriptions }, keys, since);
  const stored = new Map(account.meters.map((each) => [each.key, each]));
  const again = meters.map((each) => ({ ...each, version: stored.get(each.key)?.version ?? 0 }));
  const counted = new Set(meters.map(({ key }) => key));
  const gone = account.meters.filter(({ key }) => !finals.has(key) && !counted.has(key));
  const record: BillingRecord = {
    ...account.record,
    subscriptions,
    currency,
    watch: null,
    stopped: undefined,
    chats_stopped: undefined,
  };
  const dues = open.map(finalFrom);
  const operations: Operation<Stale>[] = [
    billingWrite(record),
    ...appendEntries({ ...head, billed: true }, []).operations,
    ...again.map((each) => meterWrite(id, each)),
    ...gone.map((each) => remove(meterKey(id, each.key))),
    statementTask(id, dues[0] ?? start + dayMs),
    billingTask(id),
  ];
  return {
    operations,
    reply: represent({ ...account, record, subscriptions, meters }, added, now),
    replaces,
  };
};

/**
 * The subscriptions without those that have not started, and with the one that runs ending with the current
 * day.
 */
const endedToday = (subscriptions: readonly Subscription[], now: number): Subscription[] =>
  subscriptions.flatMap((each) => {
    const today = dateOf(each.timezone, now);
    if (each.start_date > today) return [];
    const tomorrow = addDays(today, 1);
    return [each.end_date === null || each.end_date > tomorrow ? { ...each, end_date: tomorrow } : each];
  });

/**
 * Ends the subscription of an organization with the current day; undefined if it has none, or has ended it
 * already.
 */
export const unsubscribe = async (
  account: StoredAccount,
  now = Date.now(),
): Promise<Write<undefined> | undefined> => {
  const subscriptions = endedToday(account.subscriptions, now);
  const current = currentSubscription(account, now);
  if (isDeepStrictEqual(subscriptions, account.subscriptions)) return undefined;
  const [head] = await readHeads([{ owner: account.client_id, lane: 0 }]);
  const last = subscriptions.at(-1);
  const isFixed = subscriptions.length > 0 || account.packs.length > 0;
  const currency = isFixed ? billedCurrency(account) : undefined;
  return {
    operations: [
      billingWrite({
        ...account.record,
        subscriptions,
        currency,
        stopped: undefined,
        chats_stopped: undefined,
      }),
      ...(head ? appendEntries(head, []).operations : []),
      ...(last?.end_date
        ? [statementTask(account.client_id, startOfDay(last.timezone, last.end_date) + dayMs)]
        : []),
      billingTask(account.client_id),
    ],
    reply: undefined,
    replaces: current && represent(account, current, now),
  };
};

export const buyPack = (
  account: StoredAccount,
  { terms: { currency }, issuer_id }: Subscription,
  { minutes, price, metadata }: PackInput,
): Write<Pack> => {
  const id = newId('pack');
  const created_at = createdAt(id);
  const { client_id, record } = account;
  return {
    operations: [
      put(packItem(client_id, { id, minutes, price, created_at, issuer_id, metadata })),
      billingWrite(record),
      billingTask(client_id),
    ],
    reply: { id, client_id, minutes, price: { amount: price, currency }, metadata, created_at },
  };
};
