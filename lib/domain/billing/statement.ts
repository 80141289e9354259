import Big from 'big.js';
import { startOfDay } from '../usage/time-zones.ts';
import type { Amount } from './money.ts';
import { amountOf, rounded } from './money.ts';
import type { Period } from './periods.ts';
import type { Terms } from './subscription.ts';

/*
 * The amount that an organization owes for a period. Minutes are taken from those that the plan includes, then from packs.
 * Further minutes are charged. The next statement settles changes that arrive after a statement has become final: late
 * minutes continue where the statement ended, and minutes that were counted wrongly are returned in the opposite order.
 */

/** The seconds of a period by how they are settled. */
export interface Split {
  readonly included: number;
  readonly packs: number;
  readonly charged: number;
}

export const noSplit: Split = { included: 0, packs: 0, charged: 0 };

export const secondsOf = ({ included, packs, charged }: Split): number => included + packs + charged;

interface Allowance {
  /** The seconds that the plan includes in the period. */
  readonly included: number;
  /** The seconds left in packs. */
  readonly packs: number;
}

/** Settles additional seconds from what is left, or returns seconds: charged ones first, included ones last. */
export const adjust = (before: Split, seconds: number, allowance: Allowance): Split => {
  if (seconds >= 0) {
    const included = Math.min(seconds, Math.max(0, allowance.included - before.included));
    const packs = Math.min(seconds - included, Math.max(0, allowance.packs));
    return {
      included: before.included + included,
      packs: before.packs + packs,
      charged: before.charged + seconds - included - packs,
    };
  }
  const charged = Math.min(-seconds, before.charged);
  const packs = Math.min(-seconds - charged, before.packs);
  const included = -seconds - charged - packs;
  return {
    included: before.included - included,
    packs: before.packs - packs,
    charged: before.charged - charged,
  };
};

/** The seconds that the plan includes in a period: for a partial month its share, in whole minutes. */
export const includedSeconds = ({ included_minutes }: Terms, { days, daysOfMonth }: Period): number =>
  Math.ceil((included_minutes * days) / daysOfMonth) * 60;

export type Unit = 'period' | 'pack' | 'minute';

export interface Line {
  readonly description: string;
  /** A decimal number. */
  readonly quantity: string;
  readonly unit: Unit;
  readonly unit_price: Amount;
  readonly amount: Amount;
}

/** Minutes with four decimals. Seconds have no exact decimal fraction of a minute. */
const minutesOf = (seconds: number): Big => new Big(seconds).div(60).round(4, 1);

const lineOf = (
  description: string,
  quantity: Big,
  unit: Unit,
  price: Big,
  currency: string,
): Line & { readonly value: Big } => {
  const value = rounded(quantity.times(price), currency);
  return {
    description,
    quantity: quantity.toFixed(),
    unit,
    unit_price: amountOf(price, currency),
    amount: amountOf(value, currency),
    value,
  };
};

export interface Pack {
  readonly minutes: number;
  readonly price: string;
}

/** A change of an earlier period after its statement had become final. */
export interface Correction {
  readonly period: Period;
  readonly terms: Terms;
  /** Its seconds as settled so far. */
  readonly before: Split;
  /** The additional seconds; negative if there are fewer. */
  readonly seconds: number;
}

export interface StatementInput {
  readonly terms: Terms;
  readonly period: Period;
  readonly seconds: number;
  /** The packs bought in the period. */
  readonly packs: readonly Pack[];
  /** The seconds left in packs, including those bought in the period. */
  readonly packSeconds: number;
  readonly corrections: readonly Correction[];
}

export interface StatementContent {
  readonly lines: Line[];
  readonly total: Amount;
  /** The period's own seconds as settled now. */
  readonly split: Split;
  /** The seconds of each corrected period as settled now. */
  readonly corrected: Split[];
}

const monthOf = ({ start }: Pick<Period, 'start'>): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    startOfDay('UTC', start),
  );

const feeLine = ({ name, base_fee, currency }: Terms, period: Period) => {
  const { days, daysOfMonth } = period;
  const part = days === daysOfMonth ? '' : ` (${days} of ${daysOfMonth} days)`;
  const fee = rounded(new Big(base_fee).times(days).div(daysOfMonth), currency);
  return lineOf(`${name}, ${monthOf(period)}${part}`, new Big(1), 'period', fee, currency);
};

/** Computes the lines and the total of a period, in the smallest unit of its currency. */
export const statementOf = ({
  terms,
  period,
  seconds,
  packs,
  packSeconds,
  corrections,
}: StatementInput): StatementContent => {
  const { currency, minute_rate } = terms;
  let left = packSeconds;

  const corrected = corrections.map((correction) => {
    const after = adjust(correction.before, correction.seconds, {
      included: includedSeconds(correction.terms, correction.period),
      packs: left,
    });
    left -= after.packs - correction.before.packs;
    return { ...correction, after };
  });
  const split = adjust(noSplit, seconds, { included: includedSeconds(terms, period), packs: left });

  const free = new Big(0);
  const rate = new Big(minute_rate);
  const lines = [
    feeLine(terms, period),
    ...packs.map(({ minutes, price }) =>
      lineOf(`Pack of ${minutes} minutes`, new Big(1), 'pack', new Big(price), currency),
    ),
    ...(split.included === 0
      ? []
      : [lineOf('Minutes included in the plan', minutesOf(split.included), 'minute', free, currency)]),
    ...(split.packs === 0
      ? []
      : [lineOf('Minutes from packs', minutesOf(split.packs), 'minute', free, currency)]),
    ...(split.charged === 0 ? [] : [lineOf('Minutes', minutesOf(split.charged), 'minute', rate, currency)]),
    ...corrected.flatMap(({ period: of, terms: { minute_rate: price }, before, after }) => {
      const charged = after.charged - before.charged;
      const covered = secondsOf(after) - secondsOf(before) - charged;
      const description = `Correction of ${monthOf(of)}`;
      return [
        ...(covered === 0
          ? []
          : [lineOf(`${description}: minutes already paid`, minutesOf(covered), 'minute', free, currency)]),
        ...(charged === 0
          ? []
          : [lineOf(description, minutesOf(charged), 'minute', new Big(price), currency)]),
      ];
    }),
  ];
  const total = lines.reduce((sum, { value }) => sum.plus(value), new Big(0));
  return {
    lines: lines.map(({ value: _value, ...line }) => line),
    total: amountOf(total, currency),
    split,
    corrected: corrected.map(({ after }) => after),
  };
};

/** The total minus the costs; null if some costs are in another currency. */
export const marginOf = (total: Amount, costs: readonly Amount[]): Amount | null =>
  costs.every(({ currency }) => currency === total.currency)
    ? amountOf(
        costs.reduce((left, { amount }) => left.minus(amount), new Big(total.amount)),
        total.currency,
      )
    : null;

/** The shares of the paid seconds, in percent, that are reported by an event. With `warn`, also shares above 100. */
export const thresholdsFor = ({ at_limit }: Pick<Terms, 'at_limit'>): readonly number[] =>
  at_limit === 'warn' ? [50, 80, 100, 120, 150, 200] : [50, 80, 100];

/** The thresholds that a number of seconds has reached, given the paid seconds. */
export const reachedThresholds = (seconds: number, limit: number, thresholds: readonly number[]): number[] =>
  thresholds.filter((threshold) => seconds > 0 && seconds * 100 >= limit * threshold);
