import { expect, test } from 'vitest';
import { openingVariables } from '#lib/domain/organizations/opening-hours.ts';

const times = {
  weekly: [
    { weekday: 'monday' as const, opens: '14:00', closes: '18:00' },
    { weekday: 'monday' as const, opens: '08:00', closes: '10:00' },
    // It touches the one before.
    { weekday: 'monday' as const, opens: '10:00', closes: '12:00' },
    { weekday: 'saturday' as const, opens: '22:00', closes: '24:00' },
  ],
  exceptions: [
    { date: '2026-12-07', spans: [] },
    { date: '2026-11-01', spans: [{ opens: '10:00', closes: '11:00' }] },
    { date: '2026-12-08', spans: [{ opens: '09:00', closes: '09:30' }] },
  ],
};

const at = (time: string, zone = 'UTC') => {
  const variables = openingVariables(times, zone, Date.parse(time));
  return [variables['hours.now'], variables['hours.today'], variables['hours.next']].join(' | ');
};

// The thirtieth of November 2026 is a Monday.
test.for([
  ['2026-11-30T07:59:00Z', 'closed | 08:00–12:00, 14:00–18:00 | Monday, 2026-11-30, 08:00'],
  ['2026-11-30T08:00:00Z', 'open | 08:00–12:00, 14:00–18:00 | Monday, 2026-11-30, 14:00'],
  ['2026-11-30T11:59:00Z', 'open | 08:00–12:00, 14:00–18:00 | Monday, 2026-11-30, 14:00'],
  ['2026-11-30T12:00:00Z', 'closed | 08:00–12:00, 14:00–18:00 | Monday, 2026-11-30, 14:00'],
  ['2026-11-30T18:00:00Z', 'closed | 08:00–12:00, 14:00–18:00 | Saturday, 2026-12-05, 22:00'],
  ['2026-12-01T12:00:00Z', 'closed | closed | Saturday, 2026-12-05, 22:00'],
  // The Monday after it is closed, and the Tuesday after that is open.
  ['2026-12-05T23:59:00Z', 'open | 22:00–24:00 | Tuesday, 2026-12-08, 09:00'],
  ['2026-12-07T09:00:00Z', 'closed | closed | Tuesday, 2026-12-08, 09:00'],
] as const)('at %s it is %s', ([time, expected]) => {
  expect(at(time)).toBe(expected);
});

test('the time is that of the organization', () => {
  expect(at('2026-11-30T02:30:00Z', 'Asia/Kolkata')).toMatch(/^open/);
  expect(at('2026-11-30T02:29:00Z', 'Asia/Kolkata')).toMatch(/^closed/);
});

test('a week lists the coming dates that differ', () => {
  expect(openingVariables(times, 'UTC', Date.parse('2026-11-30T12:00:00Z'))['hours.week']).toBe(
    'Monday: 08:00–12:00, 14:00–18:00; Tuesday: closed; Wednesday: closed; Thursday: closed; Friday: closed; Saturday: 22:00–24:00; Sunday: closed; Monday, 2026-12-07: closed; Tuesday, 2026-12-08: 09:00–09:30',
  );
});

test.for([undefined, { weekly: [], exceptions: [] }])('nothing is known of %j', (nothing) => {
  const variables = openingVariables(nothing, 'UTC', Date.now());
  expect(Object.values(variables)).toEqual([undefined, undefined, undefined, undefined]);
});

test('an organization that never opens again has no date to name', () => {
  const closed = { weekly: [], exceptions: [{ date: '2026-11-01', spans: [] }] };
  expect(openingVariables(closed, 'UTC', Date.parse('2026-11-30T12:00:00Z'))).toMatchObject({
    'hours.now': 'closed',
    'hours.next': 'not known',
  });
});
