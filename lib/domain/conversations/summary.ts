import type {
  SummaryDimension,
  SummaryFigures,
  SummaryGroup,
  SummaryRow,
} from '#lib/contract/conversations/summary.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Money } from '#lib/contract/fields.ts';
import { dayMs } from '../durations.ts';
import { fromBillionths, toBillionths } from '../usage/figures.ts';
import type { Range } from '../usage/report.ts';
import { datesOf, defaultDays, instantOf, refuseManyRows, startsOf } from '../usage/report.ts';
import type { Interval } from '../usage/time-zones.ts';
import { addDays, dateOf, daysBetween, startOfHour } from '../usage/time-zones.ts';

/** The maximum length of a range, in days of 24 hours or of the time zone. */
const maxDays = 400;

export interface SummaryRange {
  readonly interval: Interval;
  readonly start_after?: string | undefined;
  readonly start_before?: string | undefined;
}

/**
 * The range of a question, by default the last days until the end of today. It begins and ends at any time.
 */
export const summaryRange = (
  { interval, start_after, start_before }: SummaryRange,
  zone: string,
  now: number,
): Range => {
  const until = instantOf(start_before ?? addDays(dateOf(zone, now), 1), zone);
  const last = dateOf(zone, until - 1);
  const from = instantOf(start_after ?? addDays(last, 1 - defaultDays[interval]), zone);
  if (from >= until) {
    throw invalid({ parameter: 'start_before', code: 'out_of_range', detail: 'must be after start_after' });
  }
  if (until - from > maxDays * dayMs && daysBetween(dateOf(zone, from), last) >= maxDays) {
    const detail = `must be at most ${maxDays} days after start_after`;
    throw invalid({ parameter: 'start_before', code: 'out_of_range', detail });
  }
  return { zone, interval, from, until, dates: datesOf(zone, from, until) };
};

/** The beginnings of the intervals of a range, which itself may begin within one. */
const intervalStarts = (range: Range): string[] => {
  const { zone, interval, from } = range;
  const starts = startsOf(interval === 'hour' ? { ...range, from: startOfHour(zone, from) } : range);
  return starts.map(({ start }) => new Date(Math.max(start, from)).toISOString());
};

/** The fields of a conversation that are counted. */
export interface CountedConversation
  extends Pick<
    Conversation,
    | 'agent_id'
    | 'client_id'
    | 'start_time'
    | 'status'
    | 'duration_ms'
    | 'channel'
    | 'direction'
    | 'end_reason'
    | 'outcome'
    | 'sentiment'
  > {
  readonly provider: string | null;
  readonly successful: boolean | null;
  readonly has_recording: boolean;
  /** Those that are shown to the caller. */
  readonly costs: readonly Money[];
}

type Value = string | boolean | null;

/** In place of `child`, the organization itself: the path to it is read only once, at the end. */
const groupValue = (conversation: CountedConversation, dimension: SummaryDimension): Value =>
  conversation[dimension === 'child' ? 'client_id' : dimension];

const countNames = [
  'conversations',
  'completed',
  'failed',
  'successful',
  'judged',
  'with_recording',
] as const;
type Counts = Record<(typeof countNames)[number], number>;

interface Figures extends Counts {
  readonly durations: number[];
  /** By currency, in billionths. */
  readonly costs: Map<string, bigint>;
}

const zeros = Object.fromEntries(countNames.map((name) => [name, 0])) as Counts;

const noFigures = (): Figures => ({ ...zeros, durations: [], costs: new Map() });

const addCost = ({ costs }: Figures, currency: string, amount: bigint): void => {
  costs.set(currency, (costs.get(currency) ?? 0n) + amount);
};

const addConversation = (figures: Figures, conversation: CountedConversation): void => {
  const { status, successful, has_recording, duration_ms, costs } = conversation;
  figures.conversations += 1;
  if (status === 'completed') figures.completed += 1;
  if (status === 'failed') figures.failed += 1;
  if (successful) figures.successful += 1;
  if (successful !== null) figures.judged += 1;
  if (has_recording) figures.with_recording += 1;
  if (duration_ms !== null) figures.durations.push(duration_ms);
  for (const { currency, amount } of costs) addCost(figures, currency, toBillionths(amount));
};

const addFigures = (figures: Figures, more: Figures): void => {
  for (const name of countNames) figures[name] += more[name];
  for (const duration of more.durations) figures.durations.push(duration);
  for (const [currency, amount] of more.costs) addCost(figures, currency, amount);
};

/** The smallest of sorted values that this share of them does not exceed (nearest rank). */
const percentile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

const represent = ({ durations, costs, ...counts }: Figures): SummaryFigures => {
  // Numbers of an array of this type are sorted as numbers, and faster.
  const sorted = Float64Array.from(durations).sort();
  return {
    ...counts,
    duration_ms: {
      sum: sorted.reduce((sum, duration) => sum + duration, 0),
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
    },
    costs: [...costs]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, amount]) => ({ amount: fromBillionths(amount), currency })),
  };
};

interface Group {
  readonly values: readonly Value[];
  /** By the number of the interval. */
  readonly cells: Map<number, Figures>;
}

const compareGroups = ({ values: one }: Group, { values: other }: Group): number => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return String(one[at] ?? '') < String(other[at] ?? '') ? -1 : 1;
};

const cellOf = ({ cells }: Group, interval: number): Figures => {
  const figures = cells.get(interval) ?? noFigures();
  cells.set(interval, figures);
  return figures;
};

/** Collects conversations into the rows of a summary. */
export class Summary {
  readonly #starts: readonly string[];
  readonly #dimensions: readonly SummaryDimension[];
  readonly #groups = new Map<string, Group>();

  constructor(range: Range, dimensions: readonly SummaryDimension[]) {
    this.#starts = intervalStarts(range);
    this.#dimensions = dimensions;
  }

  #group(groups: Map<string, Group>, values: readonly Value[]): Group {
    const name = JSON.stringify(values);
    const group = groups.get(name) ?? { values, cells: new Map() };
    groups.set(name, group);
    return group;
  }

  /** The number of the interval in which a time is: of the last one that begins no later. */
  #intervalOf(time: string): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] as string) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  add(conversation: CountedConversation): void {
    const values = this.#dimensions.map((dimension) => groupValue(conversation, dimension));
    const group = this.#group(this.#groups, values);
    addConversation(cellOf(group, this.#intervalOf(conversation.start_time)), conversation);
  }

  /** The organizations of the conversations, if rows are grouped by `child`. */
  get organizations(): Set<string> {
    const at = this.#dimensions.indexOf('child');
    return new Set([...this.#groups.values()].flatMap(({ values }) => (at < 0 ? [] : String(values[at]))));
  }

  /** The groups with the `child` that each organization belongs to. */
  #settled(childOf: (id: string) => string | null): Group[] {
    const at = this.#dimensions.indexOf('child');
    const settled = new Map<string, Group>();
    for (const { values, cells } of this.#groups.values()) {
      const group = this.#group(
        settled,
        values.map((value, index) => (index === at ? childOf(String(value)) : value)),
      );
      for (const [interval, figures] of cells) addFigures(cellOf(group, interval), figures);
    }
    return [...settled.values()];
  }

  /**
   * A row for every interval, of each group that has conversations in the range; if none has, of a group
   * without values.
   */
  report(childOf: (id: string) => string | null): { rows: SummaryRow[]; total: SummaryFigures } {
    const total = noFigures();
    const found = this.#settled(childOf).sort(compareGroups);
    for (const { cells } of found) for (const figures of cells.values()) addFigures(total, figures);
    const none: Group = { values: this.#dimensions.map(() => null), cells: new Map() };
    const groups = found.length > 0 ? found : [none];
    refuseManyRows(groups.length * this.#starts.length);
    const rows = this.#starts.flatMap((start, interval) =>
      groups.map(({ values, cells }) => ({
        start,
        group: Object.fromEntries(
          this.#dimensions.map((dimension, at) => [dimension, values[at]]),
        ) as SummaryGroup,
        ...represent(cells.get(interval) ?? noFigures()),
      })),
    );
    return { rows, total: represent(total) };
  }
}
