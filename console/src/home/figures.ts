import type { ConversationSummary } from 'voice-agent-platform-client';
import type { DayRange } from '../api/days.ts';
import { dayIn } from '../api/days.ts';
import { daysOf, isWithin } from './period.ts';

type Row = ConversationSummary['rows'][number];

/** A row, with its day in the time zone of the organization. */
export interface DayRow extends Row {
  readonly day: string;
}

export const dayRows = ({ rows, timezone }: ConversationSummary): readonly DayRow[] =>
  rows.map((row) => ({ ...row, day: dayIn(timezone, new Date(row.start)) }));

export interface Figures {
  readonly calls: number;
  /** The share of the judged calls that were successful; undefined where none was judged. */
  readonly success: number | undefined;
  readonly minutes: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export const figuresOf = (rows: readonly Row[]): Figures => {
  const judged = sum(rows.map((row) => row.judged));
  return {
    calls: sum(rows.map((row) => row.conversations)),
    success: judged > 0 ? sum(rows.map((row) => row.successful)) / judged : undefined,
    minutes: sum(rows.map((row) => row.duration_ms.sum)) / 60_000,
  };
};

export const within = (days: DayRange, rows: readonly DayRow[]): readonly DayRow[] =>
  rows.filter(({ day }) => isWithin(days, day));

/** The number of calls of each day. */
export const callsByDay = (days: DayRange, rows: readonly DayRow[]): readonly number[] =>
  daysOf(days).map((day) => sum(rows.filter((row) => row.day === day).map((row) => row.conversations)));

export const failed = 'failed';
export const others = 'others';

/** So many outcomes have a color of their own. */
export const mostOutcomes = 6;

const seriesOf = (row: Row, named: readonly string[]): string => {
  if (row.group.status === 'failed') return failed;
  return row.group.outcome && named.includes(row.group.outcome) ? row.group.outcome : others;
};

export const failedIn = (rows: readonly DayRow[]): number =>
  sum(rows.filter(({ group }) => group.status === 'failed').map((row) => row.conversations));

/** The outcomes of the calls that did not fail, the most frequent first, with how often. */
export const outcomesIn = (
  rows: readonly DayRow[],
): readonly (readonly [outcome: string, count: number])[] => {
  const counts = new Map<string, number>();
  for (const { group, conversations } of rows) {
    if (!group.outcome || group.status === 'failed') continue;
    counts.set(group.outcome, (counts.get(group.outcome) ?? 0) + conversations);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
};

/**
 * For each outcome, the calls of each day: those that somebody has chosen and no others, or else the most
 * frequent ones, all others together, and failed calls.
 */
export const outcomesByDay = (days: DayRange, rows: readonly DayRow[], chosen: readonly string[]) => {
  const named =
    chosen.length > 0
      ? chosen
      : outcomesIn(rows)
          .slice(0, mostOutcomes)
          .map(([outcome]) => outcome);
  const all = chosen.length > 0 ? chosen : [...named, others, failed];
  const countOf = (key: string, day?: string) =>
    sum(
      rows
        .filter((row) => (day === undefined || row.day === day) && seriesOf(row, named) === key)
        .map((row) => row.conversations),
    );
  const keys = all.filter((key) => key !== others || countOf(others) > 0);
  const bars = daysOf(days).map((day) => ({ day, values: keys.map((key) => countOf(key, day)) }));
  return { keys, bars };
};
