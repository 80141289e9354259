import { getISO } from 'temporal-polyfill/fns/Calendar';
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { dayMs, hourMs } from '../durations.ts';

/*
 * Hours, days, weeks and months of a time zone, as instants. Usage is counted by quarter hours in UTC. Every
 * offset that has been in use since 1980 is a multiple of a quarter hour, so each local day consists of whole
 * quarter hours.
 *
 * These are the functions behind `Temporal`, of which a bundle contains only those that are used
 * (docs/decisions/bundles.md).
 */

export const quarterMs = 15 * 60 * 1000;

/** A date without a time, such as `2026-11-20`. */
export type LocalDate = string;

interface OffsetFrom {
  readonly from: number;
  readonly offsetMs: number;
}

const known = new Map<string, readonly OffsetFrom[]>();
const maxKnown = 500;

/** The offsets of a time zone in a UTC year, in chronological order. */
const offsetsIn = (zone: string, year: number): readonly OffsetFrom[] => {
  const key = `${zone} ${year}`;
  const found = known.get(key);
  if (found) return found;
  const end = Date.UTC(year + 1, 0);
  const offsets: OffsetFrom[] = [];
  let at: ZonedDateTime.Record | null = toZonedDateTimeISO(fromEpochMilliseconds(Date.UTC(year, 0)), zone);
  while (at && at.epochMilliseconds < end) {
    offsets.push({ from: at.epochMilliseconds, offsetMs: ZonedDateTime.offsetNanoseconds(at) / 1e6 });
    at = ZonedDateTime.getTimeZoneTransition(at, 'next');
  }
  if (known.size >= maxKnown) known.delete(known.keys().next().value ?? '');
  known.set(key, offsets);
  return offsets;
};

/** The offset of a time zone from UTC at an instant, in milliseconds. Positive if it is ahead. */
const offsetAt = (zone: string, instant: number): number =>
  offsetsIn(zone, new Date(instant).getUTCFullYear()).findLast(({ from }) => from <= instant)?.offsetMs ?? 0;

const parse = (date: LocalDate): PlainDate.Record => PlainDate.fromString(date, getISO);

/** The first instant of a date in a time zone. If the zone skipped the date, the first instant after it. */
export const startOfDay = (zone: string, date: LocalDate): number => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const offset = offsetAt(zone, midnight - dayMs);
  // Nowhere do clocks change and change back within two days. `Temporal` takes many times as long.
  if (offset === offsetAt(zone, midnight + dayMs)) return midnight - offset;
  return PlainDate.toZonedDateTime(parse(date), zone).epochMilliseconds;
};

export const addDays = (date: LocalDate, days: number): LocalDate =>
  PlainDate.toString(PlainDate.addDays(parse(date), days));

/** The date of an instant in a time zone. */
export const dateOf = (zone: string, instant: number): LocalDate => {
  const date = new Date(instant + offsetAt(zone, instant)).toISOString().slice(0, 10);
  // If clocks are set back across midnight, the same date begins twice. The first beginning counts.
  const next = addDays(date, 1);
  return startOfDay(zone, next) <= instant ? next : date;
};

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** An instant as a calendar and a clock in a time zone show it. */
export interface LocalTime {
  readonly date: LocalDate;
  /** Hours and minutes. */
  readonly time: string;
  readonly weekday: (typeof weekdays)[number];
  /** From UTC, such as `+05:30`. */
  readonly offset: string;
}

export const localTime = (zone: string, instant: number): LocalTime => {
  const offsetMs = offsetAt(zone, instant);
  const local = new Date(instant + offsetMs);
  const shown = local.toISOString();
  const offset = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
  return {
    date: shown.slice(0, 10),
    time: shown.slice(11, 16),
    weekday: weekdays[local.getUTCDay()] ?? 'Sunday',
    offset: `${offsetMs < 0 ? '-' : '+'}${offset}`,
  };
};

/**
 * The beginning of the hour of an instant in local time. If the clocks change within an hour, a new hour
 * begins.
 */
export const startOfHour = (zone: string, instant: number): number => {
  const offset = offsetAt(zone, instant);
  const local = instant + offset;
  let start = local - (((local % hourMs) + hourMs) % hourMs) - offset;
  while (start < instant && offsetAt(zone, start) !== offset) start += quarterMs;
  return Math.min(start, instant);
};

export const intervals = ['hour', 'day', 'week', 'month', 'total'] as const;
export type Interval = (typeof intervals)[number];

/** The first date of the week (Monday, ISO 8601) or of the month. */
const firstDateOf = (interval: 'week' | 'month', date: LocalDate): LocalDate => {
  const first = interval === 'week' ? PlainDate.startOfWeek : PlainDate.startOfMonth;
  return PlainDate.toString(first(parse(date)));
};

/** The first date of a date's month. */
export const startOfMonth = (date: LocalDate): LocalDate => firstDateOf('month', date);

export const addMonths = (date: LocalDate, months: number): LocalDate =>
  PlainDate.toString(PlainDate.addMonths(parse(date), months));

export const daysBetween = (from: LocalDate, until: LocalDate): number =>
  PlainDate.diffDays(parse(from), parse(until));

/** The dates from one to another (exclusive). */
export const datesBetween = (from: LocalDate, until: LocalDate): LocalDate[] => {
  const dates: LocalDate[] = [];
  for (let date = from; date < until; date = addDays(date, 1)) dates.push(date);
  return dates;
};

/** The beginnings of the hours of a date. */
export const hoursOf = (zone: string, date: LocalDate): number[] => {
  const hours: number[] = [];
  const end = startOfDay(zone, addDays(date, 1));
  for (let at = startOfDay(zone, date); at < end; at += quarterMs) {
    const hour = startOfHour(zone, at);
    if (hours.at(-1) !== hour) hours.push(hour);
  }
  return hours;
};

/** The key of the interval that contains a date: its first date. A total has only one interval. */
export const intervalOfDate = (interval: Exclude<Interval, 'hour'>, date: LocalDate): string => {
  if (interval === 'total') return '';
  return interval === 'day' ? date : firstDateOf(interval, date);
};
