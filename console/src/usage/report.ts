import type { UsageRow } from 'voice-agent-platform-client';
import type { Bar, Series } from '../kit/bar-chart.tsx';
import { words } from '../words/index.ts';
import { locale } from '../words/locale.ts';
import type { Interval, Measure } from './search.ts';

/** So many groups have a color; all others share the last one. */
const mostSeries = 7;

/** The value of a row’s group; null: there is none, or the rows are not grouped. */
export const groupOf = ({ group }: UsageRow): string | null => Object.values(group)[0] ?? null;

/** The currencies in which there were costs. */
export const currenciesIn = (rows: readonly UsageRow[]): readonly string[] =>
  [...new Set(rows.flatMap(({ costs }) => costs.map(({ currency }) => currency)))].sort();

/** A measure of a row. Costs are of one currency: amounts of several do not add up. */
export const amountIn = (row: UsageRow, measure: Measure, currency: string | undefined): number => {
  switch (measure) {
    case 'conversations':
      return row.conversations;
    case 'minutes':
      return row.duration_ms.sum / 60_000;
    case 'cost':
      return Number(row.costs.find((cost) => cost.currency === currency)?.amount ?? 0);
  }
};

const timeFormats: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short', year: '2-digit' },
  month: { month: 'short', year: 'numeric' },
};

/** The beginning of an interval in the time zone of the report, which need not be the browser's. */
export const startLabel = (interval: Interval, timeZone: string): ((start: string) => string) => {
  const format = new Intl.DateTimeFormat(locale, { ...timeFormats[interval], timeZone });
  return (start) => format.format(new Date(start));
};

/** The groups of a chart, largest first. The last one holds all that have no color of their own. */
export const largestGroups = (
  totals: readonly UsageRow[],
  value: (row: UsageRow) => number,
): { readonly shown: readonly (string | null)[]; readonly hasOthers: boolean } => {
  const sorted = totals.filter((row) => value(row) > 0).sort((one, other) => value(other) - value(one));
  const hasOthers = sorted.length > mostSeries;
  const shown = sorted.slice(0, hasOthers ? mostSeries - 1 : mostSeries).map(groupOf);
  return { shown, hasOthers };
};

/**
 * The bars of a chart: one for each interval, with a value for each group that is shown and one for all
 * others.
 */
export const barsOf = (
  rows: readonly UsageRow[],
  shown: readonly (string | null)[],
  hasOthers: boolean,
  value: (row: UsageRow) => number,
  label: (start: string) => string,
): Bar[] => {
  const bars = new Map<string, number[]>();
  for (const row of rows) {
    const values = bars.get(row.start) ?? Array<number>(shown.length + (hasOthers ? 1 : 0)).fill(0);
    bars.set(row.start, values);
    const own = shown.indexOf(groupOf(row));
    const at = own >= 0 ? own : shown.length;
    if (at < values.length) values[at] = (values[at] ?? 0) + value(row);
  }
  return [...bars].map(([start, values]) => ({ label: label(start), values }));
};

export const seriesOf = (
  shown: readonly (string | null)[],
  hasOthers: boolean,
  nameOf: (group: string | null) => string,
): Series[] => [
  ...shown.map((group) => ({ key: group ?? '', name: nameOf(group) })),
  ...(hasOthers ? [{ key: 'others', name: words.usage.allOthers }] : []),
];
