import Big from 'big.js';
import { startOfDay } from '../usage/time-zones.ts';
import type { Amount } from './money.ts';
import { amountOf, rounded } from './money.ts';
import type { Period } from './periods.ts';
import type { Terms } from './subscription.ts';

/*
 * The amount that an organization owes for a period. Minutes are taken from those that the plan includes,
 * then from packs. Further minutes are charged. Messages have no packs. The next statement settles changes
 * that arrive after a statement has become final: late minutes continue where the statement ended, and
 * minutes that were counted wrongly are returned in the opposite order.
 */

/** The seconds or the messages of a period by how they are settled. */
export interface QuantitySplit {
  readonly included: number;
  readonly packs: number;
  readonly charged: number;
}

export const noSplit: QuantitySplit = { included: 0, packs: 0, charged: 0 };

export const sumOf = ({ included, packs, charged }: QuantitySplit): number => included + packs + charged;

interface Allowance {
  /** The quantity that the plan includes in the period. */
  readonly included: number;
  /** The quantity left in packs. */
  readonly packs: number;
}

/**
 * Settles an additional quantity from what is left, or returns it: what was charged first, what was included
 * last.
 */
export const adjust = (before: QuantitySplit, more: number, allowance: Allowance): QuantitySplit => {
  if (more >= 0) {
    const included = Math.min(more, Math.max(0, allowance.included - before.included));
    const packs = Math.min(more - included, Math.max(0, allowance.packs));
    return {
      included: before.included + included,
      packs: before.packs + packs,
      charged: before.charged + more - included - packs,
    };
  }
  const charged = Math.min(-more, before.charged);
  const packs = Math.min(-more - charged, before.packs);
  const included = -more - charged - packs;
  return {
    included: before.included - included,
    packs: before.packs - packs,
    charged: before.charged - charged,
  };
};

/** The seconds that the plan includes in a period: for a partial month its share, in whole minutes. */
export const includedSeconds = ({ included_minutes }: Terms, { days, daysOfMonth }: Period): number =>
  Math.ceil((included_minutes * days) / daysOfMonth) * 60;

/** The messages that the plan includes in a period: for a partial month its share, rounded up. */
export const includedMessages = ({ included_messages }: Terms, { days, daysOfMonth }: Period): number =>
  Math.ceil((included_messages * days) / daysOfMonth);

export type Unit = 'period' | 'pack' | 'minute' | 'message';

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
  readonly before: QuantitySplit;
  /** The additional seconds; negative if there are fewer. */
  readonly seconds: number;
  /** Its messages as settled so far. */
  readonly messagesBefore: QuantitySplit;
  /** The additional messages; negative if there are fewer. */
  readonly messages: number;
}

export interface StatementInput {
  readonly terms: Terms;
  readonly period: Period;
  readonly seconds: number;
  readonly messages: number;
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
  readonly split: QuantitySplit;
  /** The period's own messages as settled now. */
  readonly messages: QuantitySplit;
  /** The seconds and the messages of each corrected period as settled now. */
  readonly corrected: { readonly split: QuantitySplit; readonly messages: QuantitySplit }[];
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

/** Seconds or messages as lines bill them. */
interface BilledUnit {
  readonly unit: Unit;
  readonly quantityOf: (quantity: number) => Big;
  /** The name in lines: `Minutes`. */
  readonly name: string;
  readonly rateOf: (terms: Terms) => string;
}

const minutes: BilledUnit = {
  unit: 'minute',
  quantityOf: minutesOf,
  name: 'Minutes',
  rateOf: ({ minute_rate }) => minute_rate,
};

const messages: BilledUnit = {
  unit: 'message',
  quantityOf: (count) => new Big(count),
  name: 'Messages',
  rateOf: ({ message_rate }) => message_rate,
};

type ValuedLine = ReturnType<typeof lineOf>;

/** A line for a quantity; none if there is nothing to bill or to return. */
const linesFor = (
  description: string,
  quantity: number,
  { unit, quantityOf }: BilledUnit,
  rate: string,
  currency: string,
): ValuedLine[] =>
  quantity === 0 ? [] : [lineOf(description, quantityOf(quantity), unit, new Big(rate), currency)];

const ownLines = (split: QuantitySplit, billed: BilledUnit, terms: Terms): ValuedLine[] => [
  ...linesFor(`${billed.name} included in the plan`, split.included, billed, '0', terms.currency),
  ...linesFor(`${billed.name} from packs`, split.packs, billed, '0', terms.currency),
  ...linesFor(billed.name, split.charged, billed, billed.rateOf(terms), terms.currency),
];

const correctionLines = (
  { period, terms }: Pick<Correction, 'period' | 'terms'>,
  before: QuantitySplit,
  after: QuantitySplit,
  billed: BilledUnit,
  currency: string,
): ValuedLine[] => {
  const charged = after.charged - before.charged;
  const covered = sumOf(after) - sumOf(before) - charged;
  const description = `Correction of ${monthOf(period)}`;
  const name = billed.name.toLowerCase();
  return [
    ...linesFor(`${description}: ${name} already paid`, covered, billed, '0', currency),
    ...linesFor(
      billed.unit === 'minute' ? description : `${description}: ${name}`,
      charged,
      billed,
      billed.rateOf(terms),
      currency,
    ),
  ];
};

/** Computes the lines and the total of a period, in the smallest unit of its currency. */
export const statementOf = ({
  terms,
  period,
  seconds,
  messages: sent,
  packs,
  packSeconds,
  corrections,
}: StatementInput): StatementContent => {
  const { currency } = terms;
  let left = packSeconds;

  const corrected = corrections.map((correction) => {
    const split = adjust(correction.before, correction.seconds, {
      included: includedSeconds(correction.terms, correction.period),
      packs: left,
    });
    left -= split.packs - correction.before.packs;
    const included = includedMessages(correction.terms, correction.period);
    const after = adjust(correction.messagesBefore, correction.messages, { included, packs: 0 });
    return { ...correction, split, after };
  });
  const split = adjust(noSplit, seconds, { included: includedSeconds(terms, period), packs: left });
  const ownMessages = adjust(noSplit, sent, { included: includedMessages(terms, period), packs: 0 });

  const lines = [
    feeLine(terms, period),
    ...packs.map((pack) =>
      lineOf(`Pack of ${pack.minutes} minutes`, new Big(1), 'pack', new Big(pack.price), currency),
    ),
    ...ownLines(split, minutes, terms),
    ...ownLines(ownMessages, messages, terms),
    ...corrected.flatMap((each) => [
      ...correctionLines(each, each.before, each.split, minutes, currency),
      ...correctionLines(each, each.messagesBefore, each.after, messages, currency),
    ]),
  ];
  const total = lines.reduce((sum, { value }) => sum.plus(value), new Big(0));
  return {
    lines: lines.map(({ value: _value, ...line }) => line),
    total: amountOf(total, currency),
    split,
    messages: ownMessages,
    corrected: corrected.map((each) => ({ split: each.split, messages: each.after })),
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

/**
 * The shares of the paid seconds, in percent, that are reported by an event. With `warn`, also shares above
 * 100.
 */
export const thresholdsFor = ({ at_limit }: Pick<Terms, 'at_limit'>): readonly number[] =>
  at_limit === 'warn' ? [50, 80, 100, 120, 150, 200] : [50, 80, 100];

/** The thresholds that a number of seconds has reached, given the paid seconds. */
export const reachedThresholds = (seconds: number, limit: number, thresholds: readonly number[]): number[] =>
  thresholds.filter((threshold) => seconds > 0 && seconds * 100 >= limit * threshold);
