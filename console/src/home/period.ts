import type { DayRange, Preset } from '../api/days.ts';
import { dayMs, laterBy, presetNames, presets } from '../api/days.ts';

export interface HomeSearch {
  readonly range?: Preset | undefined;
  /** The outcomes that the chart shows, joined with commas. */
  readonly outcomes?: string | undefined;
}

export const parseHomeSearch = ({ range, outcomes }: Record<string, unknown>): HomeSearch => ({
  range: presetNames.find((known) => known === range),
  outcomes: typeof outcomes === 'string' && outcomes ? outcomes : undefined,
});

export interface Period extends DayRange {
  /** The same number of days, directly before. */
  readonly before: DayRange;
}

const lengthOf = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

export const periodOf = (range: Preset, today: string): Period => {
  const { from, to } = presets(today).find(({ name }) => name === range) ?? { from: today, to: today };
  return { from, to, before: { from: laterBy(-lengthOf({ from, to }), from), to: laterBy(-1, from) } };
};

/** The days of a range, one after the other. */
export const daysOf = ({ from, to }: DayRange): readonly string[] =>
  Array.from({ length: lengthOf({ from, to }) }, (_, index) => laterBy(index, from));

/**
 * Moments around some days, whatever the time zone: the answer names the zone of the organization, and what
 * lies beyond the days in that zone is left out. So the page does not wait for the organization first.
 */
export const around = ({ from, to }: DayRange) => ({
  start_after: `${laterBy(-2, from)}T00:00:00Z`,
  start_before: `${laterBy(2, to)}T00:00:00Z`,
});

export const isWithin = ({ from, to }: DayRange, day: string): boolean => day >= from && day <= to;
