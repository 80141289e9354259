import type { UsageDimension, UsageInterval } from 'voice-agent-platform-client';
import { isDay, laterBy } from '../api/days.ts';

export const dimensions = [
  'agent_id',
  'child',
  'outcome',
  'sentiment',
  'channel',
  'provider',
] as const satisfies readonly UsageDimension[];
type Dimension = (typeof dimensions)[number];

export const intervals = ['hour', 'day', 'week', 'month'] as const satisfies readonly UsageInterval[];
export type Interval = (typeof intervals)[number];

export const measures = ['conversations', 'minutes', 'cost'] as const;
export type Measure = (typeof measures)[number];

/** The page's state in the address bar. */
export interface UsageSearch {
  /** Days such as `2026-11-21`, both included, in the organization's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly interval?: Interval | undefined;
  readonly by?: Dimension | undefined;
  readonly measure?: Measure | undefined;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

const day = (value: unknown): string | undefined => (isDay(value) ? value : undefined);

export const parseUsageSearch = (search: Record<string, unknown>): UsageSearch => ({
  from: day(search.from),
  to: day(search.to),
  interval: oneOf(intervals, search.interval),
  by: oneOf(dimensions, search.by),
  measure: oneOf(measures, search.measure),
});

/** The range as parameters of the API, whose end is excluded. */
export const rangeOf = ({ from, to }: UsageSearch) => ({
  ...(from && { start_after: from }),
  ...(to && { start_before: laterBy(1, to) }),
});
