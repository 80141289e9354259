import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  dateOf,
  hoursOf,
  intervalOfDate,
  quarterMs,
  startOfDay,
  startOfHour,
} from '#lib/domain/usage/time-zones.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
];

/** Quarters of an hour from 1980 to 2040. */
const quarter = fc
  .integer({ min: Date.UTC(1980, 0) / quarterMs, max: Date.UTC(2040, 0) / quarterMs })
  .map((at) => at * quarterMs);

/** The date and hour in a time zone, by another implementation. */
const clockOf = (zone: string, instant: number): { readonly date: string; readonly hour: string } => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return { date: `${part('year')}-${part('month')}-${part('day')}`, hour: part('hour') };
};

test('a date and an hour are in local time, whatever the offset', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), quarter, (zone, instant) => {
      const shown = clockOf(zone, instant);
      // Clocks that are put back across midnight, as those of Newfoundland were, show an hour of the date
      // before again.
      if (zone !== 'America/St_Johns') expect(dateOf(zone, instant)).toBe(shown.date);
      const hour = startOfHour(zone, instant);
      expect(hour).toBeLessThanOrEqual(instant);
      expect(instant - hour).toBeLessThan(60 * 60 * 1000);
      expect(clockOf(zone, hour).hour).toBe(shown.hour);
    }),
    { numRuns: 500 },
  );
});

test('days follow each other without gaps, and consist of whole quarter hours and of their hours', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), quarter, (zone, instant) => {
      const date = dateOf(zone, instant);
      const start = startOfDay(zone, date);
      const end = startOfDay(zone, addDays(date, 1));
      expect(start).toBeLessThanOrEqual(instant);
      expect(end).toBeGreaterThan(instant);
      expect((end - start) % quarterMs).toBe(0);
      const hours = hoursOf(zone, date);
      expect(hours[0]).toBe(start);
      expect(hours).toEqual([...hours].sort((one, other) => one - other));
      for (let at = start; at < end; at += quarterMs) {
        expect(dateOf(zone, at)).toBe(date);
        expect(hours).toContain(startOfHour(zone, at));
      }
    }),
    { numRuns: 200 },
  );
});

test.for([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  // Half an hour forth, so that one hour is cut short; half an hour back, so that one begins a second time.
  ['Australia/Lord_Howe', '2026-10-04', 24],
  ['Australia/Lord_Howe', '2026-04-05', 25],
  ['Asia/Kathmandu', '2026-10-25', 24],
] as const)('in %s, %s has %i hours', ([zone, date, hours]) => {
  expect(hoursOf(zone, date)).toHaveLength(hours);
});

test('a week begins on Monday, a month on its first day', () => {
  expect(intervalOfDate('week', '2026-11-22')).toBe('2026-11-16');
  expect(intervalOfDate('week', '2026-11-16')).toBe('2026-11-16');
  expect(intervalOfDate('month', '2026-11-22')).toBe('2026-11-01');
});

test('the day that Samoa skipped has no length', () => {
  expect(startOfDay('Pacific/Apia', '2011-12-30')).toBe(startOfDay('Pacific/Apia', '2011-12-31'));
});

test('since 1980, every offset of every time zone is a multiple of a quarter hour', () => {
  const odd = Intl.supportedValuesOf('timeZone').filter((zone) =>
    [1980, 1990, 2000, 2010, 2020, 2026].some((year) =>
      [0, 6].some((month) => startOfDay(zone, `${year}-0${month + 1}-15`) % quarterMs !== 0),
    ),
  );
  expect(odd).toEqual([]);
});
