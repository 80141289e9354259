import type { OpeningHours, OpeningSpan, Weekday } from '#lib/contract/opening-hours.ts';
import { weekdays } from '#lib/contract/opening-hours.ts';
import type { PlatformVariable } from '#lib/contract/variables.ts';
import type { LocalDate } from '../usage/time-zones.ts';
import { addDays, localTime } from '../usage/time-zones.ts';

/** The times at which an organization is open, in its own time zone. */
export type OpeningTimes = Pick<OpeningHours, 'weekly' | 'exceptions'>;

export type OpeningVariables = Readonly<
  Record<Extract<PlatformVariable, `hours.${string}`>, string | undefined>
>;

/** Spans in order, with those that touch or overlap as one. */
const merged = (spans: readonly OpeningSpan[]): OpeningSpan[] => {
  const result: OpeningSpan[] = [];
  for (const { opens, closes } of spans.toSorted((one, other) => (one.opens < other.opens ? -1 : 1))) {
    const last = result.at(-1);
    if (!last || opens > last.closes) result.push({ opens, closes });
    else if (closes > last.closes) result[result.length - 1] = { opens: last.opens, closes };
  }
  return result;
};

const weekdayOf = (date: LocalDate): Weekday =>
  weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday';

const spansOf = ({ weekly }: OpeningTimes, day: Weekday): OpeningSpan[] =>
  merged(weekly.filter(({ weekday }) => weekday === day));

const spansOn = (times: OpeningTimes, date: LocalDate): OpeningSpan[] => {
  const exception = times.exceptions.find((one) => one.date === date);
  return exception ? merged(exception.spans) : spansOf(times, weekdayOf(date));
};

const written = (spans: readonly OpeningSpan[]): string =>
  spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ') || 'closed';

const capitalized = (day: Weekday): string => `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

/** A week begins on Monday (ISO 8601). */
const isoWeek: readonly Weekday[] = [...weekdays.slice(1), 'sunday'];

/** A week in words, and the dates from a given one on that differ from it. */
const writtenWeek = (times: OpeningTimes, from: LocalDate): string => {
  const days = isoWeek.map((day) => `${capitalized(day)}: ${written(spansOf(times, day))}`);
  const dates = times.exceptions
    .filter(({ date }) => date >= from)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map(({ date, spans }) => `${capitalized(weekdayOf(date))}, ${date}: ${written(merged(spans))}`);
  return [...days, ...dates].join('; ');
};

/** Exceptions can keep an organization closed for longer than a week. */
const maxDaysAhead = 366;

const nextOpening = (times: OpeningTimes, today: LocalDate, time: string): string => {
  let date = today;
  for (let day = 0; day <= maxDaysAhead; day += 1) {
    const next = spansOn(times, date).find(({ opens }) => day > 0 || opens > time);
    if (next) return `${capitalized(weekdayOf(date))}, ${date}, ${next.opens}`;
    date = addDays(date, 1);
  }
  // A value all the same: without one, chats would be refused.
  return 'not known';
};

const unknown: OpeningVariables = {
  'hours.now': undefined,
  'hours.today': undefined,
  'hours.week': undefined,
  'hours.next': undefined,
};

/** The opening hours as agents know them at an instant. Undefined times: nobody has set any. */
export const openingVariables = (
  times: OpeningTimes | undefined,
  zone: string,
  now: number,
): OpeningVariables => {
  if (!times || times.weekly.length + times.exceptions.length === 0) return unknown;
  const { date, time } = localTime(zone, now);
  const today = spansOn(times, date);
  const isOpen = today.some(({ opens, closes }) => opens <= time && time < closes);
  return {
    'hours.now': isOpen ? 'open' : 'closed',
    'hours.today': written(today),
    'hours.week': writtenWeek(times, date),
    'hours.next': nextOpening(times, date, time),
  };
};
