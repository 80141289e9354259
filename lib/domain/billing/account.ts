import { dayMs } from '../durations.ts';
import { idFrom } from '../ids.ts';
import { startOfDay } from '../usage/time-zones.ts';
import type { Amount } from './money.ts';
import type { TimedPeriod } from './periods.ts';
import { periodsBegun, termsInForce } from './periods.ts';
import type { Pack, QuantitySplit, StatementContent } from './statement.ts';
import { includedSeconds, noSplit, statementOf, sumOf } from './statement.ts';
import type { Subscription } from './subscription.ts';

/*
 * All statements of an organization, computed from its subscriptions, its meters, the packs that it bought,
 * and its final statements.
 */

/** Costs by currency and reporter (`costName`), in billionths. */
export type Costs = Readonly<Record<string, bigint>>;

/** The usage of a period of a subscription: its billed seconds and messages, and its costs. */
export interface Meter {
  readonly key: string;
  readonly seconds: number;
  readonly messages: number;
  readonly costs: Costs;
}

export interface BoughtPack extends Pack {
  readonly id: string;
  readonly created_at: string;
  /** The issuer of the subscription that it was added to. Absent: it was not recorded. */
  readonly issuer_id?: string | null;
}

/** The settlement of a period by a final statement: its own, or a later one. */
export interface SettledConversation {
  readonly key: string;
  readonly split: QuantitySplit;
  /** Absent: it was settled before there were chats. */
  readonly messages?: QuantitySplit;
  readonly costs: Costs;
}

/** The settlement of a statement that is final. */
export type Settlement = 'final' | 'paid' | 'void';

/** A payment can be taken back, as it can bounce. A void statement stays so: others may refer to that. */
export const canSettle = (from: Settlement, to: Settlement): boolean =>
  from === to || from === 'final' || (from === 'paid' && to === 'final');

/** A statement that no longer changes. */
export interface FinalStatement {
  readonly id: string;
  readonly key: string;
  readonly status: Settlement;
  readonly lines: StatementContent['lines'];
  readonly total: Amount;
  readonly costs: Costs;
  /** Its period, and the periods that it corrected. */
  readonly settled: readonly SettledConversation[];
}

export interface Account {
  readonly client_id: string;
  readonly subscriptions: readonly Subscription[];
  readonly meters: readonly Meter[];
  readonly packs: readonly BoughtPack[];
  readonly finals: readonly FinalStatement[];
}

/** A period with its subscription. */
export interface BilledPeriod extends TimedPeriod {
  readonly key: string;
  readonly id: string;
  readonly subscription: Subscription;
}

/** The key of a period among all periods of an organization. */
export const periodKey = (subscriptionId: string, start: string): string => `${subscriptionId}#${start}`;

/** The periods that have begun, oldest first. */
export const billedPeriods = (
  { client_id, subscriptions }: Pick<Account, 'client_id' | 'subscriptions'>,
  now: number,
): BilledPeriod[] =>
  termsInForce(subscriptions).flatMap((term) => {
    const { subscription } = term;
    return periodsBegun(term, now).map((timed) => {
      const { start } = timed.period;
      const key = periodKey(subscription.id, start);
      // The same before and after the statement is stored.
      const id = idFrom('stmt', startOfDay(subscription.timezone, start), `${client_id} ${key}`);
      return { ...timed, key, id, subscription };
    });
  });

/** A final statement, or a draft as of now. */
export interface AccountStatement extends BilledPeriod {
  readonly final: FinalStatement | undefined;
  readonly content: Pick<FinalStatement, 'lines' | 'total' | 'costs' | 'settled'>;
  /** The paid seconds: included ones and those of packs. */
  readonly limit: number;
  /** The seconds left in packs. */
  readonly packSeconds: number;
  readonly seconds: number;
  readonly messages: number;
}

const difference = (one: Costs, other: Costs): Record<string, bigint> => {
  const costs: Record<string, bigint> = { ...one };
  for (const [currency, amount] of Object.entries(other)) costs[currency] = (costs[currency] ?? 0n) - amount;
  return costs;
};

const sum = (one: Costs, other: Costs): Record<string, bigint> =>
  difference(one, Object.fromEntries(Object.entries(other).map(([currency, amount]) => [currency, -amount])));

/** Older periods are no longer corrected. */
const correctedMs = 400 * dayMs;

/** The settlement of each period by the latest final statement that settled it. */
const settledIn = (finals: ReadonlyMap<string, FinalStatement>, periods: readonly BilledPeriod[]) =>
  new Map(
    periods.flatMap(({ key }) => finals.get(key)?.settled ?? []).map((settled) => [settled.key, settled]),
  );

/** The statements of one issuer, given its periods and the packs that it sold. */
const issuedStatements = (
  account: Account,
  periods: readonly BilledPeriod[],
  settled: ReadonlyMap<string, SettledConversation>,
  now: number,
): AccountStatement[] => {
  const meters = new Map(account.meters.map((meter) => [meter.key, meter]));
  const finals = new Map(account.finals.map((final) => [final.key, final]));
  let packSecondsUsed = periods.reduce((used, { key }) => used + (settled.get(key)?.split.packs ?? 0), 0);
  const meterOf = (key: string): Omit<Meter, 'key'> =>
    meters.get(key) ?? { seconds: 0, messages: 0, costs: {} };
  const boughtBefore = (end: number) =>
    account.packs
      .filter(({ created_at }) => Date.parse(created_at) < end)
      .reduce((seconds, { minutes }) => seconds + minutes * 60, 0);

  let corrects = true;
  let before = Number.NEGATIVE_INFINITY;
  return periods.map((billed) => {
    const { key, subscription, period, end } = billed;
    const { terms } = subscription;
    const meter = meterOf(key);
    const included = includedSeconds(terms, period);
    const final = finals.get(key);
    const packs = account.packs.filter(({ created_at }) => {
      const bought = Date.parse(created_at);
      return bought >= before && bought < end;
    });
    before = end;
    if (final) {
      const packSeconds = Math.max(0, boughtBefore(end) - packSecondsUsed);
      const { seconds, messages } = meter;
      return { ...billed, final, content: final, limit: included, packSeconds, seconds, messages };
    }

    const late = corrects
      ? periods.filter((earlier) => {
          const status = finals.get(earlier.key)?.status;
          return status !== undefined && status !== 'void' && earlier.start > now - correctedMs;
        })
      : [];
    corrects = false;
    const corrections = late
      .map((earlier) => {
        const known = settled.get(earlier.key) ?? { key: earlier.key, split: noSplit, costs: {} };
        const current = meterOf(earlier.key);
        return {
          key: earlier.key,
          period: earlier.period,
          terms: earlier.subscription.terms,
          before: known.split,
          seconds: current.seconds - sumOf(known.split),
          messagesBefore: known.messages ?? noSplit,
          messages: current.messages - sumOf(known.messages ?? noSplit),
          costs: current.costs,
          newCosts: difference(current.costs, known.costs),
        };
      })
      .filter(
        ({ seconds, messages, newCosts }) =>
          seconds !== 0 || messages !== 0 || Object.values(newCosts).some((cost) => cost !== 0n),
      );

    const packSeconds = boughtBefore(end) - packSecondsUsed;
    const { lines, total, split, messages, corrected } = statementOf({
      terms,
      period,
      seconds: meter.seconds,
      messages: meter.messages,
      packs,
      packSeconds,
      corrections,
    });
    const forCorrections = corrected.reduce(
      (used, after, at) => used + after.split.packs - (corrections[at]?.before.packs ?? 0),
      0,
    );
    packSecondsUsed += split.packs + forCorrections;
    return {
      ...billed,
      final: undefined,
      content: {
        lines,
        total,
        costs: corrections.reduce((all, { newCosts }) => sum(all, newCosts), meter.costs),
        settled: [
          { key, split, messages, costs: meter.costs },
          ...corrections.map((correction, at) => ({
            key: correction.key,
            split: corrected[at]?.split ?? correction.before,
            messages: corrected[at]?.messages ?? correction.messagesBefore,
            costs: correction.costs,
          })),
        ],
      },
      limit: included + packSeconds - forCorrections,
      packSeconds: packSeconds - forCorrections - split.packs,
      seconds: meter.seconds,
      messages: meter.messages,
    };
  });
};

/** The issuer of the statements that bill a pack and use its minutes. */
const issuerOfPack = (
  { issuer_id, created_at }: BoughtPack,
  periods: readonly BilledPeriod[],
): string | null | undefined =>
  issuer_id === undefined
    ? periods.find(({ end }) => Date.parse(created_at) < end)?.subscription.issuer_id
    : issuer_id;

/** All statements of an organization, oldest first: final ones as they are stored, drafts as of now. */
export const statementsOf = (account: Account, now: number): AccountStatement[] => {
  const periods = billedPeriods(account, now);
  const packs = Map.groupBy(account.packs, (pack) => issuerOfPack(pack, periods));
  const settled = settledIn(new Map(account.finals.map((final) => [final.key, final])), periods);
  // An issuer's statements use only its own packs and correct only its own statements: nobody else decides
  // what it is owed.
  const issued = [...Map.groupBy(periods, ({ subscription }) => subscription.issuer_id)].flatMap(
    ([issuer, own]) => issuedStatements({ ...account, packs: packs.get(issuer) ?? [] }, own, settled, now),
  );
  const byKey = new Map(issued.map((statement) => [statement.key, statement]));
  return periods.flatMap(({ key }) => byKey.get(key) ?? []);
};
