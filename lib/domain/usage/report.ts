import { invalid } from '#lib/contract/errors.ts';
import type { Money } from '#lib/contract/fields.ts';
import type { UsageDimension } from '#lib/contract/usage.ts';
import type { Depth } from '../organizations/depth.ts';
import type { Fact } from './fact.ts';
import type { Figures } from './figures.ts';
import { addFigures, costsShown, fromBillionths, isNothing, noFigures } from './figures.ts';
import { percentile } from './histogram.ts';
import type { Interval, LocalDate } from './time-zones.ts';
import {
  addDays,
  dateOf,
  datesBetween,
  hoursOf,
  intervalOfDate,
  startOfDay,
  startOfHour,
} from './time-zones.ts';

/**
 * The dimensions by which usage can be grouped. `client` is the organization directly below the owner, or the
 * owner itself.
 */
export const dimensions = ['agent', 'client', 'channel', 'provider', 'outcome', 'sentiment'] as const;
export type Dimension = (typeof dimensions)[number];

/** The name under which the sums keep each dimension of the API. */
export const dimensionOf = {
  agent_id: 'agent',
  child: 'client',
  channel: 'channel',
  provider: 'provider',
  outcome: 'outcome',
  sentiment: 'sentiment',
} as const satisfies Readonly<Record<UsageDimension, Dimension>>;

export const groupOf = (fact: Fact, dimension: Dimension | undefined): string | null =>
  dimension === undefined ? null : fact[dimension];

/** A range of whole hours or days in a time zone. */
export interface Range {
  readonly zone: string;
  readonly interval: Interval;
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
  /** The dates that overlap with the range. */
  readonly dates: readonly LocalDate[];
}

/** The maximum length of a range, in days. */
export const maxDays: Readonly<Record<Interval, number>> = {
  hour: 31,
  day: 366,
  week: 1827,
  month: 3653,
  total: 3653,
};

/** The length of a range without a beginning, in days. */
export const defaultDays: Readonly<Record<Interval, number>> = {
  hour: 1,
  day: 30,
  week: 84,
  month: 365,
  total: 30,
};

export interface RangeQuery {
  readonly interval: Interval;
  readonly start_after?: string | undefined;
  readonly start_before?: string | undefined;
}

const isDate = (text: string): boolean => text.length === 10;

/**
 * The dates that overlap with a range. A date that the time zone skipped has no instant, and so no part in
 * it.
 */
export const datesOf = (zone: string, from: number, until: number): LocalDate[] => {
  const end = addDays(dateOf(zone, until - 1), 1);
  const dates = datesBetween(dateOf(zone, from), end);
  const starts = [...dates, end].map((date) => startOfDay(zone, date));
  return dates.filter((_, at) => Number(starts[at]) < Number(starts[at + 1]));
};

/** The instant of a time, or of the beginning of a date. */
export const instantOf = (text: string, zone: string): number =>
  isDate(text) ? startOfDay(zone, text) : Date.parse(text);

/** The instant of a date or a time, which must be the beginning of a day or an hour. */
const alignedInstant = (
  parameter: 'start_after' | 'start_before',
  text: string,
  zone: string,
  interval: Interval,
): number => {
  const instant = instantOf(text, zone);
  if (isDate(text)) return instant;
  const start = interval === 'hour' ? startOfHour(zone, instant) : startOfDay(zone, dateOf(zone, instant));
  if (start !== instant) {
    const detail = `must be a date, or the beginning of ${interval === 'hour' ? 'an hour' : 'a day'} in ${zone}`;
    throw invalid({ parameter, code: 'not_aligned', detail });
  }
  return instant;
};

/** The range of a query. By default, the last days until the end of today. */
export const rangeOf = (
  { interval, start_after, start_before }: RangeQuery,
  zone: string,
  now: number,
): Range => {
  const tomorrow = addDays(dateOf(zone, now), 1);
  const until =
    start_before === undefined
      ? startOfDay(zone, tomorrow)
      : alignedInstant('start_before', start_before, zone, interval);
  const start =
    start_after === undefined
      ? startOfDay(zone, addDays(dateOf(zone, until - 1), 1 - defaultDays[interval]))
      : alignedInstant('start_after', start_after, zone, interval);
  if (start >= until) {
    throw invalid({ parameter: 'start_before', code: 'out_of_range', detail: 'must be after start_after' });
  }

  const last = addDays(dateOf(zone, until - 1), 1);
  const first = dateOf(zone, start);
  if (addDays(first, maxDays[interval]) < last) {
    const detail = `must be at most ${maxDays[interval]} days after start_after where interval is ${interval}`;
    throw invalid({ parameter: 'start_before', code: 'out_of_range', detail });
  }
  return { zone, interval, from: start, until, dates: datesOf(zone, start, until) };
};

/** The beginnings of the intervals of a range. The first one is the beginning of the range. */
export const startsOf = ({ zone, interval, from, until, dates }: Range): { key: string; start: number }[] => {
  if (interval === 'hour') {
    return dates
      .flatMap((date) => hoursOf(zone, date))
      .filter((hour) => hour >= from && hour < until)
      .map((hour) => ({ key: String(hour), start: hour }));
  }
  const starts = new Map<string, number>();
  for (const date of dates) {
    const key = intervalOfDate(interval, date);
    if (!starts.has(key)) starts.set(key, startOfDay(zone, date));
  }
  return [...starts].map(([key, start]) => ({ key, start }));
};

export interface UsageRow {
  readonly start: string;
  readonly group: string | null;
  readonly conversations: number;
  readonly completed: number;
  readonly failed: number;
  readonly successful: number;
  readonly judged: number;
  readonly duration_ms: { readonly sum: number; readonly p50: number | null; readonly p95: number | null };
  readonly latency_ms: { readonly p50: number | null; readonly p95: number | null };
  readonly messages: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly spoken_characters: number;
  readonly listened_seconds: number;
  readonly costs: Money[];
  readonly analysis: {
    readonly tokens: { readonly input: number; readonly output: number };
    readonly costs: Money[];
  };
}

const sumsOf = (costs: ReadonlyMap<string, bigint>): Money[] =>
  [...costs]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, amount]) => ({ amount: fromBillionths(amount), currency }));

const rowOf = (start: number, group: string | null, figures: Figures, costsFrom: Depth): UsageRow => ({
  start: new Date(start).toISOString(),
  group,
  conversations: figures.conversations,
  completed: figures.completed,
  failed: figures.conversations - figures.completed,
  successful: figures.successful,
  judged: figures.successful + figures.unsuccessful,
  duration_ms: {
    sum: figures.duration_ms,
    p50: percentile(figures.durations, 0.5),
    p95: percentile(figures.durations, 0.95),
  },
  latency_ms: { p50: percentile(figures.latencies, 0.5), p95: percentile(figures.latencies, 0.95) },
  messages: figures.messages,
  tokens: { input: figures.input_tokens, output: figures.output_tokens },
  spoken_characters: figures.spoken_characters,
  listened_seconds: figures.listened_seconds,
  costs: sumsOf(costsShown(figures, costsFrom, 'conversations')),
  analysis: {
    tokens: { input: figures.analysis_input_tokens, output: figures.analysis_output_tokens },
    costs: sumsOf(costsShown(figures, costsFrom, 'analyses')),
  },
});

/**
 * Whether a row has a figure other than zero. The answers and analyses of a day can be of conversations that
 * others hold, or that began on another day.
 */
export const hasFigures = ({
  conversations,
  messages,
  tokens,
  spoken_characters,
  listened_seconds,
  costs,
  analysis,
}: UsageRow): boolean =>
  [
    conversations,
    messages,
    spoken_characters,
    listened_seconds,
    tokens.input,
    tokens.output,
    analysis.tokens.input,
    analysis.tokens.output,
  ].some((figure) => figure !== 0) || costs.length + analysis.costs.length > 0;

/** The maximum number of rows in an answer: about two megabytes. */
const maxRowsOfAnswer = 10_000;

export const refuseManyRows = (rows: number, maxRows = maxRowsOfAnswer): void => {
  if (rows <= maxRows) return;
  const detail = `must be longer, or the range shorter: these are ${rows} rows, of at most ${maxRows}`;
  throw invalid({ parameter: 'interval', code: 'too_big', detail });
};

/** Collects the figures of hours or days into the rows of a report. */
export class Report {
  readonly #range: Range;
  readonly #grouped: boolean;
  readonly #cells = new Map<string | null, Map<string, Figures>>();

  constructor(range: Range, dimension: Dimension | undefined) {
    this.#range = range;
    this.#grouped = dimension !== undefined;
  }

  /** The figures of a group in an interval, which the caller adds to. */
  #at(group: string | null, key: string): Figures {
    const cells = this.#cells.get(group) ?? new Map<string, Figures>();
    this.#cells.set(group, cells);
    const figures = cells.get(key) ?? noFigures();
    cells.set(key, figures);
    return figures;
  }

  /** Adds the figures of a whole day of the time zone. */
  addDay(group: string | null, date: LocalDate, figures: Figures): void {
    const { interval } = this.#range;
    if (interval !== 'hour') addFigures(this.#at(group, intervalOfDate(interval, date)), figures);
  }

  /** Adds the figures of a whole hour of the time zone. */
  addHour(group: string | null, hour: number, figures: Figures): void {
    const { from, until } = this.#range;
    if (hour >= from && hour < until) addFigures(this.#at(group, String(hour)), figures);
  }

  /**
   * A row for every interval, with zeros for intervals without conversations, and the costs from a depth on.
   * With groups, every interval of each group that has figures in the range; if no group has any, the
   * intervals without a group.
   */
  rows(costsFrom: Depth, maxRows?: number): UsageRow[] {
    const starts = startsOf(this.#range);
    const groups: (string | null)[] = this.#grouped
      ? [...this.#cells]
          .filter(([, cells]) => [...cells.values()].some((figures) => !isNothing(figures)))
          .map(([group]) => group)
          .sort((one, other) => (String(one ?? '') < String(other ?? '') ? -1 : 1))
      : [null];
    if (groups.length === 0) groups.push(null);
    refuseManyRows(groups.length * starts.length, maxRows);
    return starts.flatMap(({ key, start }) =>
      groups.map((group) => rowOf(start, group, this.#cells.get(group)?.get(key) ?? noFigures(), costsFrom)),
    );
  }
}
