import { dayMs } from '../durations.ts';
import type { LocalDate } from '../usage/time-zones.ts';
import { addMonths, dateOf, daysBetween, startOfDay, startOfMonth } from '../usage/time-zones.ts';
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

/** Whether the last day of a subscription has passed. */
export const isOver = (
  { end_date, timezone }: Pick<Subscription, 'end_date' | 'timezone'>,
  now: number,
): boolean => end_date !== null && end_date <= dateOf(timezone, now);

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

/** A subscription, and the instants between which conversations belong to it. */
export interface Term {
  readonly subscription: Subscription;
  readonly from: number;
  /** Exclusive; infinite without an end. */
  readonly until: number;
}

/**
 * The instants between which each subscription is in force, oldest first. A subscription that begins on the
 * day on which another one ends follows it without a gap or an overlap, even if their time zones differ: the
 * newer one covers any gap or overlap between them.
 */
export const termsInForce = (subscriptions: readonly Subscription[]): Term[] => {
  const begins = subscriptions.map(({ timezone, start_date }, at) => {
    const start = startOfDay(timezone, start_date);
    const before = subscriptions[at - 1];
    return before?.end_date === start_date
      ? Math.min(start, startOfDay(before.timezone, before.end_date))
      : start;
  });
  return subscriptions.map((subscription, at) => {
    const { timezone, end_date } = subscription;
    const end = end_date === null ? Number.POSITIVE_INFINITY : startOfDay(timezone, end_date);
    return {
      subscription,
      from: begins[at] ?? 0,
      until: Math.min(end, begins[at + 1] ?? Number.POSITIVE_INFINITY),
    };
  });
};

/**
 * The date of an instant among those of a subscription. The hours before its first day belong to that day.
 */
const dateIn = ({ timezone, start_date }: Subscription, instant: number): LocalDate =>
  latest(dateOf(timezone, instant), start_date);

/**
 * The period that an instant belongs to, with its subscription; undefined if no subscription is in force
 * then.
 */
export const periodAt = (
  terms: readonly Term[],
  instant: number,
): { readonly subscription: Subscription; readonly period: Period } | undefined => {
  const term = terms.findLast(({ from, until }) => from <= instant && instant < until);
  const period = term && periodOf(term.subscription, dateIn(term.subscription, instant));
  return period && { subscription: term.subscription, period };
};

/** A period, and the instants at which it begins and ends. */
export interface TimedPeriod {
  readonly period: Period;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The periods of a subscription that have begun, oldest first. */
export const periodsBegun = ({ subscription, from, until }: Term, now: number): TimedPeriod[] => {
  if (now < from) return [];
  const { timezone, start_date } = subscription;
  return periodsUntil(subscription, dateIn(subscription, now)).map((period) => {
    const start = period.start === start_date ? from : startOfDay(timezone, period.start);
    return { period, start, end: Math.max(start, Math.min(startOfDay(timezone, period.end), until)) };
  });
};

/** Statements wait a day for late data. Most outcomes and costs arrive within minutes. */
const graceMs = dayMs;

/** The instant at which the statement of a period becomes final, in milliseconds since 1970. */
export const finalFrom = ({ end }: Pick<TimedPeriod, 'end'>): number => end + graceMs;
