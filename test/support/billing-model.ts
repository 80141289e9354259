import { dayMs } from '#lib/domain/durations.ts';
import { clockOf, startOfDate } from './zone-clock.ts';

/*
 * Statements as docs/decisions/billing.md and the API's document describe them, computed from all calls each
 * time, in integers: seconds, and billionths of a currency's unit.
 */

export interface ModelTerms {
  readonly plan_id: string;
  readonly name: string;
  readonly currency: string;
  readonly base_fee: string;
  readonly included_minutes: number;
  readonly minute_rate: string;
  readonly included_messages: number;
  readonly message_rate: string;
  readonly rounding_seconds: number;
}

export interface ModelCall {
  readonly channel: string;
  readonly start: number;
  readonly duration_ms: number;
  readonly cost: { readonly amount: string; readonly currency: string } | null;
  /** Undefined: the platform did not hold it as a chat. */
  readonly messages?: number | undefined;
  /** The answers in it, as far as a provider asked for them with the token of a deployment. */
  readonly answers?: number;
}

interface ModelSubscription {
  readonly terms: ModelTerms;
  readonly start: string;
  end: string | null;
  readonly zone: string;
}

interface ModelPack {
  readonly minutes: number;
  readonly price: string;
  readonly bought: number;
}

/** The settlement of a period's seconds, messages and costs. */
interface Settlement {
  included: number;
  packs: number;
  charged: number;
  messagesIncluded: number;
  messagesCharged: number;
  costs: Record<string, bigint>;
}

interface ModelPeriod {
  readonly subscription: ModelSubscription;
  readonly start: string;
  readonly end: string;
  readonly begins: number;
  readonly ends: number;
  /** Its days, as a part of the days of its month. */
  readonly part: readonly [bigint, bigint];
}

interface Amount {
  readonly amount: string;
  readonly currency: string;
}

export interface ModelStatement {
  status: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly timezone: string;
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: string;
    readonly unit: string;
    readonly unit_price: Amount;
    readonly amount: Amount;
  }[];
  readonly total: Amount;
  readonly costs: readonly Amount[];
  readonly margin: Amount | null;
}

interface Draft {
  readonly statement: ModelStatement;
  readonly settles: ReadonlyMap<string, Settlement>;
  readonly seconds: number;
  readonly limit: number;
  readonly packSecondsLeft: number;
}

const unit = 1_000_000_000n;
const decimals: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0, KWD: 3 };

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The first day of the month after that of a date. */
const nextMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

const billionths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * unit + BigInt(fraction.padEnd(9, '0'));
  return text.startsWith('-') ? -value : value;
};

/** A quotient, rounded to a whole number with halves away from zero. */
const divided = (value: bigint, divisor: bigint): bigint => {
  const twice = (value < 0n ? -value : value) * 2n + divisor;
  const quotient = twice / (divisor * 2n);
  return value < 0n ? -quotient : quotient;
};

/** A decimal number with at least so many decimals, and no more zeros at its end than that. */
const spelled = (value: bigint, least: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '').padEnd(least, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction && `.${fraction}`}`;
};

const money = (value: bigint, currency: string): Amount => ({
  amount: spelled(value, decimals[currency] as number),
  currency,
});

const toSmallestUnit = (value: bigint, currency: string, divisor = 1n): bigint => {
  const smallest = 10n ** BigInt(9 - (decimals[currency] as number));
  return divided(value, divisor * smallest) * smallest;
};

const spoken = ['phone', 'web', 'other'];

/** The answers for which nobody has paid: twenty come with each minute of speech. */
const unpaidAnswers = ({ channel, duration_ms, answers = 0 }: ModelCall): number =>
  Math.max(0, answers - (spoken.includes(channel) ? 20 * Math.ceil(duration_ms / 60_000) : 0));

/** An organization that is billed. */
export class BillingModel {
  readonly #subscriptions: ModelSubscription[] = [];
  readonly #packs: ModelPack[] = [];
  readonly #finals = new Map<string, Draft>();
  /** Its calls and those of its descendants, as far as they were counted. */
  readonly #calls: () => Iterable<ModelCall>;

  constructor(calls: () => Iterable<ModelCall>) {
    this.#calls = calls;
  }

  /** The subscription that runs, or starts later. */
  last(now: number): ModelSubscription | undefined {
    const last = this.#subscriptions.at(-1);
    return last && (last.end === null || clockOf(last.zone, now).date < last.end) ? last : undefined;
  }

  /** Returns false if the start would change a final statement. */
  subscribe(terms: ModelTerms, zone: string, start: string, now: number): boolean {
    const kept = this.#subscriptions.findIndex(
      (each) =>
        each.start === start &&
        JSON.stringify(each.terms) === JSON.stringify(terms) &&
        (each.end === null || clockOf(each.zone, now).date < each.end),
    );
    if (kept !== -1) {
      this.#subscriptions.splice(kept + 1);
      (this.#subscriptions[kept] as ModelSubscription).end = null;
      return true;
    }
    const lastFinal = Math.max(
      ...this.#periods(now).flatMap((each) => (this.#finals.has(keyOf(each)) ? [each.ends] : [])),
    );
    if (startOfDate(zone, start) < lastFinal) return false;
    const earlier = this.#subscriptions.filter((each) => each.start < start);
    for (const each of earlier) if (each.end === null || each.end > start) each.end = start;
    this.#subscriptions.splice(0, Infinity, ...earlier, { terms, zone, start, end: null });
    return true;
  }

  unsubscribe(now: number): void {
    const started = this.#subscriptions.filter(({ zone, start }) => start <= clockOf(zone, now).date);
    for (const each of started) {
      const tomorrow = plusDays(clockOf(each.zone, now).date, 1);
      if (each.end === null || each.end > tomorrow) each.end = tomorrow;
    }
    this.#subscriptions.splice(0, Infinity, ...started);
  }

  buy(minutes: number, price: string, now: number): void {
    this.#packs.push({ minutes, price, bought: now });
  }

  /** Makes every statement final that ended at least a day ago. */
  finalize(now: number): void {
    for (const period of this.#periods(now)) {
      if (this.#finals.has(keyOf(period)) || period.ends + dayMs > now) continue;
      const draft = this.#statements(now).get(keyOf(period)) as Draft;
      this.#finals.set(keyOf(period), { ...draft, statement: { ...draft.statement, status: 'final' } });
    }
  }

  /** Marks the final statement of a period as paid or void. */
  close(period_start: string, status: 'paid' | 'void'): void {
    for (const { statement } of this.#finals.values()) {
      if (statement.period_start === period_start) statement.status = status;
    }
  }

  /** The statements of the API, newest first. */
  statements(now: number): ModelStatement[] {
    return [...this.#statements(now).values()].map(({ statement }) => statement).reverse();
  }

  /** The usage of the current period of the subscription that runs. */
  current(now: number) {
    const period = this.#periods(now).findLast(({ begins, ends }) => begins <= now && now < ends);
    const draft = period && this.#statements(now).get(keyOf(period));
    if (!draft) return undefined;
    return {
      minutes_used: spelled(divided(BigInt(draft.seconds) * 10_000n, 60n) * 100_000n, 0),
      pack_minutes_left: spelled(divided(BigInt(draft.packSecondsLeft) * 10_000n, 60n) * 100_000n, 0),
      limit_reached: draft.seconds >= draft.limit,
    };
  }

  #periods(now: number): ModelPeriod[] {
    return this.#subscriptions.flatMap((subscription) => {
      const { zone } = subscription;
      const [from, to] = this.#inForce(subscription);
      if (now < from) return [];
      const tomorrow = plusDays([clockOf(zone, now).date, subscription.start].sort()[1] as string, 1);
      const until = [tomorrow, subscription.end ?? '9999'].sort()[0] as string;
      const periods: ModelPeriod[] = [];
      for (let start = subscription.start; start < until; ) {
        const next = nextMonth(start);
        const end = subscription.end !== null && subscription.end < next ? subscription.end : next;
        const daysUntil = (from: string, to: string) => BigInt((Date.parse(to) - Date.parse(from)) / dayMs);
        periods.push({
          subscription,
          start,
          end,
          begins: start === subscription.start ? from : startOfDate(zone, start),
          ends: Math.min(startOfDate(zone, end), to),
          part: [daysUntil(start, end), daysUntil(`${start.slice(0, 7)}-01`, next)],
        });
        start = end;
      }
      return periods;
    });
  }

  /**
   * From when and until when calls belong to a subscription: until the next one begins, which is at the
   * latest when this one ends.
   */
  #inForce(subscription: ModelSubscription): [number, number] {
    const at = this.#subscriptions.indexOf(subscription);
    const [before, after] = [this.#subscriptions[at - 1], this.#subscriptions[at + 1]];
    const startsAfter = (earlier: ModelSubscription | undefined, later: ModelSubscription): number => {
      const own = startOfDate(later.zone, later.start);
      return earlier?.end === later.start ? Math.min(own, startOfDate(earlier.zone, earlier.end)) : own;
    };
    const ends = subscription.end === null ? Infinity : startOfDate(subscription.zone, subscription.end);
    return [
      startsAfter(before, subscription),
      after ? Math.min(ends, startsAfter(subscription, after)) : ends,
    ];
  }

  /** The billed seconds, messages and costs of a period: each call belongs to the one in which it started. */
  #metered({ subscription, begins, ends }: ModelPeriod) {
    let seconds = 0;
    let messages = 0;
    const costs: Record<string, bigint> = {};
    for (const call of this.#calls()) {
      if (call.start < begins || call.start >= ends) continue;
      const { rounding_seconds, included_messages, message_rate } = subscription.terms;
      if (included_messages > 0 || billionths(message_rate) > 0n) {
        messages += (call.messages ?? 0) + unpaidAnswers(call);
      }
      if (call.messages === undefined && spoken.includes(call.channel)) {
        seconds += Math.ceil(call.duration_ms / 1000 / rounding_seconds) * rounding_seconds;
      }
      if (call.cost) {
        const { currency, amount } = call.cost;
        costs[currency] = (costs[currency] ?? 0n) + billionths(amount);
      }
    }
    return { seconds, messages, costs };
  }

  #statements(now: number): Map<string, Draft> {
    const settled = new Map<string, Settlement>();
    for (const { settles } of this.#finals.values()) {
      for (const [key, settlement] of settles) settled.set(key, settlement);
    }
    const statements = new Map<string, Draft>();
    let isFirstDraft = true;
    let previousEnd = 0;
    const periods = this.#periods(now);
    for (const period of periods) {
      const bought = this.#packs.filter((each) => each.bought >= previousEnd && each.bought < period.ends);
      previousEnd = period.ends;
      const final = this.#finals.get(keyOf(period));
      const corrected = periods.filter((earlier) => {
        const status = this.#finals.get(keyOf(earlier))?.statement.status;
        return isFirstDraft && status !== undefined && status !== 'void';
      });
      statements.set(keyOf(period), final ?? this.#draft(period, bought, corrected, settled));
      if (!final) isFirstDraft = false;
    }
    return statements;
  }

  #draft(
    period: ModelPeriod,
    bought: readonly ModelPack[],
    corrected: readonly ModelPeriod[],
    settled: Map<string, Settlement>,
  ): Draft {
    const { terms, zone } = period.subscription;
    const { currency } = terms;
    const settles = new Map<string, Settlement>();
    const lines: ModelStatement['lines'][number][] = [];
    const costs: Record<string, bigint> = {};
    let total = 0n;
    const bill = (description: string, quantity: string, of: string, price: bigint, value: bigint): void => {
      total += value;
      const [unit_price, amount] = [money(price, currency), money(value, currency)];
      lines.push({ description, quantity, unit: of, unit_price, amount });
    };
    const billMinutes = (description: string, seconds: number, price: bigint): void => {
      if (seconds === 0) return;
      const minutes = divided(BigInt(seconds) * 10_000n, 60n);
      const value = toSmallestUnit(minutes * price, currency, 10_000n);
      bill(description, spelled(minutes * 100_000n, 0), 'minute', price, value);
    };
    const billMessages = (description: string, count: number, price: bigint): void => {
      if (count === 0) return;
      bill(description, String(count), 'message', price, toSmallestUnit(BigInt(count) * price, currency));
    };
    const packSecondsLeft = (): number =>
      this.#packs.reduce((sum, { minutes, bought: at }) => sum + (at < period.ends ? minutes * 60 : 0), 0) -
      [...settled.values()].reduce((sum, { packs }) => sum + packs, 0);
    /**
     * Settles a period's seconds from its included minutes, then from packs, then by charging; or gives back,
     * in the opposite order.
     */
    const settle = (of: ModelPeriod) => {
      const none = {
        ...{ included: 0, packs: 0, charged: 0 },
        ...{ messagesIncluded: 0, messagesCharged: 0, costs: {} },
      };
      const before: Settlement = settled.get(keyOf(of)) ?? none;
      const metered = this.#metered(of);
      const after = { ...before, costs: metered.costs };
      let more = metered.seconds - before.included - before.packs - before.charged;
      const left = { included: includedSeconds(of) - before.included, packs: packSecondsLeft() };
      for (const from of ['included', 'packs', 'charged'] as const) {
        if (more <= 0) break;
        const taken = from === 'charged' ? more : Math.min(more, Math.max(0, left[from]));
        after[from] += taken;
        more -= taken;
      }
      for (const to of ['charged', 'packs', 'included'] as const) {
        if (more >= 0) break;
        const given = Math.min(-more, before[to]);
        after[to] -= given;
        more += given;
      }
      // The included quantity is used first and given back last, so only the sum matters.
      after.messagesIncluded = Math.min(metered.messages, includedMessages(of));
      after.messagesCharged = metered.messages - after.messagesIncluded;
      for (const [each, amount] of Object.entries(metered.costs)) costs[each] = (costs[each] ?? 0n) + amount;
      for (const [each, amount] of Object.entries(before.costs)) costs[each] = (costs[each] ?? 0n) - amount;
      settled.set(keyOf(of), after);
      settles.set(keyOf(of), after);
      return { before, after, seconds: metered.seconds };
    };

    const fee = toSmallestUnit(billionths(terms.base_fee) * period.part[0], currency, period.part[1]);
    const part = period.part[0] === period.part[1] ? '' : ` (${period.part[0]} of ${period.part[1]} days)`;
    bill(`${terms.name}, ${monthOf(period)}${part}`, '1', 'period', fee, fee);
    for (const { minutes, price } of bought) {
      const exact = billionths(price);
      bill(`Pack of ${minutes} minutes`, '1', 'pack', exact, toSmallestUnit(exact, currency));
    }
    // Corrections take from packs first, and are shown last.
    const corrections = corrected.map((of) => ({ of, ...settle(of) }));
    const own = settle(period);
    billMinutes('Minutes included in the plan', own.after.included, 0n);
    billMinutes('Minutes from packs', own.after.packs, 0n);
    billMinutes('Minutes', own.after.charged, billionths(terms.minute_rate));
    billMessages('Messages included in the plan', own.after.messagesIncluded, 0n);
    billMessages('Messages', own.after.messagesCharged, billionths(terms.message_rate));
    for (const { of, before, after } of corrections) {
      const description = `Correction of ${monthOf(of)}`;
      const paid = after.included + after.packs - before.included - before.packs;
      billMinutes(`${description}: minutes already paid`, paid, 0n);
      const rate = billionths(of.subscription.terms.minute_rate);
      billMinutes(description, after.charged - before.charged, rate);
      const includedNow = after.messagesIncluded - before.messagesIncluded;
      billMessages(`${description}: messages already paid`, includedNow, 0n);
      const charged = after.messagesCharged - before.messagesCharged;
      billMessages(`${description}: messages`, charged, billionths(of.subscription.terms.message_rate));
    }

    const shown = Object.entries(costs)
      .filter(([, amount]) => amount !== 0n)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const isComparable = shown.every(([each]) => each === currency);
    return {
      statement: {
        status: 'draft',
        period_start: new Date(period.begins).toISOString(),
        period_end: new Date(period.ends).toISOString(),
        timezone: zone,
        lines,
        total: money(total, currency),
        costs: shown.map(([each, amount]) => money(amount, each)),
        margin: isComparable ? money(total - (costs[currency] ?? 0n), currency) : null,
      },
      settles,
      seconds: own.seconds,
      limit: includedSeconds(period) + packSecondsLeft() + own.after.packs,
      packSecondsLeft: packSecondsLeft(),
    };
  }
}

const keyOf = ({ subscription, start }: ModelPeriod): string => `${subscription.start} ${start}`;

const monthOf = ({ start }: ModelPeriod): string =>
  new Date(start).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const includedMessages = ({ subscription: { terms }, part: [days, all] }: ModelPeriod): number =>
  Number((BigInt(terms.included_messages) * days + all - 1n) / all);

/** The included minutes of a part of a month are rounded up to whole ones. */
const includedSeconds = ({ subscription: { terms }, part: [days, all] }: ModelPeriod): number =>
  Number((BigInt(terms.included_minutes) * days + all - 1n) / all) * 60;
