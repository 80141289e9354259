import type { UsageDimension, UsageInterval } from 'voice-agent-platform-client';
import { isDay, laterBy } from '../api/days.ts';

export const dimensions = [
  { value: 'agent', label: 'Agent' },
  { value: 'client', label: 'Organization' },
  { value: 'outcome', label: 'Outcome' },
  { value: 'sentiment', label: 'Sentiment' },
  { value: 'channel', label: 'Channel' },
  { value: 'provider', label: 'Provider' },
] as const satisfies readonly { readonly value: UsageDimension; readonly label: string }[];

export const intervals = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const satisfies readonly { readonly value: UsageInterval; readonly label: string }[];

export type Interval = (typeof intervals)[number]['value'];

export const measures = ['conversations', 'minutes', 'cost'] as const;
export type Measure = (typeof measures)[number];

/** The page's state in the address bar. */
export interface UsageSearch {
  /** Days such as `2026-11-21`, both included, in the organization's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly interval?: Interval | undefined;
  readonly by?: UsageDimension | undefined;
  readonly measure?: Measure | undefined;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

const day = (value: unknown): string | undefined => (isDay(value) ? value : undefined);

export const parseUsageSearch = (search: Record<string, unknown>): UsageSearch => ({
  from: day(search.from),
  to: day(search.to),
  interval: oneOf(
    intervals.map(({ value }) => value),
    search.interval,
  ),
  by: oneOf(
    dimensions.map(({ value }) => value),
    search.by,
  ),
  measure: oneOf(measures, search.measure),
});

/** The range as parameters of the API, whose `to` is excluded. */
export const rangeOf = ({ from, to }: UsageSearch) => ({
  ...(from && { from }),
  ...(to && { to: laterBy(1, to) }),
});
