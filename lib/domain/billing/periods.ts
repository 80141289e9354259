import { Temporal } from 'temporal-polyfill';
import type { LocalDate } from '../usage/time-zones.ts';
import { addMonths, startOfDay, startOfMonth } from '../usage/time-zones.ts';
import type { Subscription } from './subscription.ts';

/** A month in an organization's time zone, or the part of it in which a subscription runs. */
export interface Period {
  readonly start: LocalDate;
  /** Exclusive. */
  readonly end: LocalDate;
  readonly days: number;
  /** The number of days in the whole month. */
  readonly daysOfMonth: number;
}

const daysBetween = (from: LocalDate, until: LocalDate): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until)).days;

const latest = (one: LocalDate, other: LocalDate): LocalDate => (one > other ? one : other);
const earliest = (one: LocalDate, other: LocalDate | null): LocalDate =>
  other !== null && other < one ? other : one;

/** The period of a subscription that contains a date; undefined if the subscription does not run then. */
export const periodOf = (
  { start_date, end_date }: Pick<Subscription, 'start_date' | 'end_date'>,
  date: LocalDate,
): Period | undefined => {
  if (date < start_date || (end_date !== null && date >= end_date)) return undefined;
  const month = startOfMonth(date);
  const next = addMonths(month, 1);
  const start = latest(month, start_date);
  const end = earliest(next, end_date);
  return { start, end, days: daysBetween(start, end), daysOfMonth: daysBetween(month, next) };
};

/** The periods of a subscription that began by a date, oldest first. */
export const periodsUntil = (
  subscription: Pick<Subscription, 'start_date' | 'end_date'>,
  date: LocalDate,
): Period[] => {
  const periods: Period[] = [];
  for (let at = subscription.start_date; at <= date; ) {
    const period = periodOf(subscription, at);
    if (!period) break;
    periods.push(period);
    at = period.end;
  }
  return periods;
};

/** Statements wait a day for late data. Most outcomes and costs arrive within minutes. */
const graceMs = 24 * 60 * 60 * 1000;

/** When the statement of a period becomes final. */
export const finalFrom = ({ end }: Pick<Period, 'end'>, zone: string): number =>
  startOfDay(zone, end) + graceMs;
