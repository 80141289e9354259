import type { Money } from '#lib/contract/fields.ts';
import { showsCost } from '../conversations/cost.ts';
import type { Depth } from '../organizations/depth.ts';
import type { ChatUsage, CountedCost, Fact } from './fact.ts';
import { costsIn, isConversation } from './fact.ts';
import type { Histogram } from './histogram.ts';
import { bucketOf } from './histogram.ts';

/** Figures that sums from before they existed lack. New ones are added at the end. */
const laterNames = [
  'messages',
  'input_tokens',
  'output_tokens',
  'unsuccessful',
  'analysis_input_tokens',
  'analysis_output_tokens',
  'spoken_characters',
  'listened_seconds',
] as const;

const countNames = ['conversations', 'completed', 'successful', 'duration_ms', ...laterNames] as const;
type Counts = Record<(typeof countNames)[number], number>;

/** Sums over conversations. They can also be differences, because corrections subtract. */
export interface Figures extends Counts {
  readonly durations: Map<number, number>;
  readonly latencies: Map<number, number>;
  /**
   * By use, currency and reporter (`costName`), in billionths, as exact as the API's amounts with nine
   * decimals.
   */
  readonly costs: Map<string, bigint>;
}

const zeros = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts;

export const noFigures = (): Figures => ({
  ...zeros,
  durations: new Map(),
  latencies: new Map(),
  costs: new Map(),
});

const decimals = 9;

/** A decimal amount such as `1.25`, in billionths. */
export const toBillionths = (amount: string): bigint => {
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.slice(negative ? 1 : 0).split('.');
  const value = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0'));
  return negative ? -value : value;
};

/** Billionths as a decimal amount, without trailing zeros. */
export const fromBillionths = (value: bigint): string => {
  const text = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const fraction = text.slice(-decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${text.slice(0, -decimals)}${fraction && `.${fraction}`}`;
};

/** The sum of two costs. One in another currency than the first is left out. */
export const sumOfCosts = (one: Money | null, other: Money | null): Money | null => {
  if (!one || !other) return one ?? other;
  if (one.currency !== other.currency) return one;
  return { ...one, amount: fromBillionths(toBillionths(one.amount) + toBillionths(other.amount)) };
};

const addChat = (figures: Figures, chat: ChatUsage, sign: 1 | -1): void => {
  figures.messages += sign * (chat.messages + (chat.further ?? 0));
  figures.input_tokens += sign * chat.input_tokens;
  figures.output_tokens += sign * chat.output_tokens;
  figures.spoken_characters += sign * (chat.characters ?? 0);
  figures.listened_seconds += sign * (chat.listened ?? 0);
};

const addAt = <K>(map: Map<K, number>, key: K, count: number): void => {
  const sum = (map.get(key) ?? 0) + count;
  if (sum === 0) map.delete(key);
  else map.set(key, sum);
};

const addCost = (costs: Map<string, bigint>, currency: string, amount: bigint): void => {
  const sum = (costs.get(currency) ?? 0n) + amount;
  if (sum === 0n) costs.delete(currency);
  else costs.set(currency, sum);
};

const ofAnalyses = 'analysis:';

/** Costs of each reporter are separate sums, because not every reader of the figures sees all of them. */
const costName = ({ currency, by }: CountedCost, { isAnalysis }: Pick<Fact, 'isAnalysis'>): string =>
  `${isAnalysis ? ofAnalyses : ''}${currency}${by === undefined ? '' : `@${by}`}`;

/** The costs that are shown to an organization that sees costs from a depth on, by currency. */
export const costsShown = (
  { costs }: Pick<Figures, 'costs'>,
  from: Depth,
  of: 'conversations' | 'analyses',
): Map<string, bigint> => {
  const shown = new Map<string, bigint>();
  for (const [name, amount] of costs) {
    const isAnalysis = name.startsWith(ofAnalyses);
    if (isAnalysis !== (of === 'analyses')) continue;
    const [currency = '', by = 0] = name.slice(isAnalysis ? ofAnalyses.length : 0).split('@');
    if (showsCost(Number(by), from)) addCost(shown, currency, amount);
  }
  return shown;
};

/** Adds a conversation or the use of a model, or subtracts it with the sign -1. */
export const addFact = (figures: Figures, fact: Omit<Fact, 'client'>, sign: 1 | -1): void => {
  if (isConversation(fact)) {
    figures.conversations += sign;
    addAt(figures.durations, bucketOf(fact.duration_ms), sign);
  }
  if (fact.completed) figures.completed += sign;
  if (fact.successful) figures.successful += sign;
  if (fact.unsuccessful) figures.unsuccessful += sign;
  figures.duration_ms += sign * fact.duration_ms;
  if (fact.chat && fact.isAnalysis) {
    figures.analysis_input_tokens += sign * fact.chat.input_tokens;
    figures.analysis_output_tokens += sign * fact.chat.output_tokens;
  } else if (fact.chat) addChat(figures, fact.chat, sign);
  if (fact.latency_ms !== null) addAt(figures.latencies, bucketOf(fact.latency_ms), sign);
  for (const cost of costsIn(fact)) {
    addCost(figures.costs, costName(cost, fact), toBillionths(cost.amount) * BigInt(sign));
  }
};

export const addFigures = (figures: Figures, more: Figures): void => {
  for (const name of countNames) figures[name] += more[name];
  for (const [bucket, count] of more.durations) addAt(figures.durations, bucket, count);
  for (const [bucket, count] of more.latencies) addAt(figures.latencies, bucket, count);
  for (const [currency, amount] of more.costs) addCost(figures.costs, currency, amount);
};

/** Whether everything that was added has been subtracted again. */
export const isNothing = (figures: Figures): boolean =>
  countNames.every((name) => figures[name] === 0) &&
  figures.durations.size === 0 &&
  figures.latencies.size === 0 &&
  figures.costs.size === 0;

/** Figures as JSON: buckets in order, each as the difference from the previous one. */
export type PackedFigures = readonly [
  conversations: number,
  completed: number,
  successful: number,
  duration_ms: number,
  durations: readonly number[],
  latencies: readonly number[],
  costs: Readonly<Record<string, string>>,
  /** Figures in the order of `laterNames`, up to the last one that is not zero. Absent: all are. */
  later?: readonly number[],
];

const packHistogram = (histogram: Histogram): number[] => {
  let before = 0;
  return [...histogram]
    .sort(([one], [other]) => one - other)
    .flatMap(([bucket, count]) => {
      const distance = bucket - before;
      before = bucket;
      return [distance, count];
    });
};

const unpackHistogram = (packed: readonly number[]): Map<number, number> => {
  const histogram = new Map<number, number>();
  let bucket = 0;
  for (let at = 0; at < packed.length; at += 2) {
    bucket += packed[at] ?? 0;
    histogram.set(bucket, packed[at + 1] ?? 0);
  }
  return histogram;
};

const packLater = (figures: Figures): number[] => {
  const values = laterNames.map((name) => figures[name]);
  return values.slice(0, values.findLastIndex((value) => value !== 0) + 1);
};

export const packFigures = (figures: Figures): PackedFigures => [
  figures.conversations,
  figures.completed,
  figures.successful,
  figures.duration_ms,
  packHistogram(figures.durations),
  packHistogram(figures.latencies),
  Object.fromEntries([...figures.costs].sort().map(([currency, amount]) => [currency, String(amount)])),
  ...(laterNames.some((name) => figures[name] !== 0) ? ([packLater(figures)] as const) : ([] as const)),
];

export const unpackFigures = ([
  conversations,
  completed,
  successful,
  duration_ms,
  durations,
  latencies,
  costs,
  later = [],
]: PackedFigures): Figures => ({
  ...noFigures(),
  ...Object.fromEntries(laterNames.map((name, at) => [name, later[at] ?? 0])),
  conversations,
  completed,
  successful,
  duration_ms,
  durations: unpackHistogram(durations),
  latencies: unpackHistogram(latencies),
  costs: new Map(Object.entries(costs).map(([currency, amount]) => [currency, BigInt(amount)])),
});
