import * as z from 'zod/mini';
import { described, docs, enumeration, id, object, sentBack, strictObject, Timestamp } from './fields.ts';
import { entityOf, route } from './route.ts';
import { CalendarDate } from './subscriptions.ts';

/** The days of a week, in the order of `Date.prototype.getUTCDay`. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
const Weekday = enumeration('Weekday', weekdays, 'A day of the week');
export type Weekday = z.output<typeof Weekday>;

const TimeOfDay = (pattern: RegExp, example: string) =>
  z
    .string()
    .check(z.regex(pattern, `must be a time such as ${example}`))
    .register(docs, { examples: [example], maxLength: 5 });

const times = {
  opens: described(TimeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/, '08:00'), 'The first minute'),
  closes: described(
    TimeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, '17:30'),
    'The end, exclusive. `24:00` is midnight: a night that goes on is another span on the next day',
  ),
};

const isSpan = ({ opens, closes }: { readonly opens: string; readonly closes: string }): boolean =>
  opens < closes;
const endsLater = { error: 'must be after `opens`', path: ['closes'] };

const OpeningSpan = z
  .strictObject(times)
  .check(z.refine(isSpan, endsLater))
  .register(docs, { id: 'OpeningSpan', description: 'A time in which an organization is open' });
export type OpeningSpan = z.output<typeof OpeningSpan>;

const WeeklySpan = z
  .strictObject({ weekday: Weekday, ...times })
  .check(z.refine(isSpan, endsLater))
  .register(docs, {
    id: 'WeeklySpan',
    description: 'A time in which an organization is open every week',
  });

const OpeningException = strictObject(
  'OpeningException',
  'A date, such as a holiday, whose times are not those of its weekday',
  {
    date: described(CalendarDate, 'The date, in the time zone of the organization'),
    spans: z
      .array(OpeningSpan)
      .check(z.maxLength(6))
      .register(docs, { description: 'The times of this date; empty: it is closed all day' }),
  },
);

const differentDates = (exceptions: readonly { readonly date: string }[]): boolean =>
  new Set(exceptions.map(({ date }) => date)).size === exceptions.length;

const fields = {
  weekly: z.array(WeeklySpan).check(z.maxLength(42)).register(docs, {
    description:
      'The times of a week, in any order. A day can have several spans; a day without one is closed',
  }),
  exceptions: z
    .array(OpeningException)
    .check(z.maxLength(100), z.refine(differentDates, 'must have different dates'))
    .register(docs, { description: 'Dates that differ from the week' }),
};

export const OpeningHours = object('OpeningHours', 'When an organization is open', {
  client_id: id('client', 'The organization'),
  timezone: z.string().register(docs, {
    description:
      'The time zone of all times: `settings.timezone` of the organization or of the nearest one above, or `UTC`',
    examples: ['Europe/Berlin'],
    maxLength: 64,
  }),
  ...fields,
  updated_at: z.nullable(Timestamp).register(docs, {
    description: 'The last replacement; null: opening hours were never set',
  }),
});
export type OpeningHours = z.output<typeof OpeningHours>;

export const OpeningHoursInput = strictObject('OpeningHoursInput', 'When an organization is open', {
  ...sentBack(OpeningHours),
  weekly: z._default(fields.weekly, []),
  exceptions: z._default(fields.exceptions, []),
});
export type OpeningHoursInput = z.output<typeof OpeningHoursInput>;

export const get = route('GET /v1/clients/{client_id}/opening-hours', {
  summary: 'Get the opening hours of an organization',
  description:
    'Returns empty lists until they are set. An organization does not have the opening hours of those above.',
  scope: 'agents:read',
  ...entityOf(OpeningHours),
});

export const replace = route('PUT /v1/clients/{client_id}/opening-hours', {
  summary: 'Set the opening hours of an organization',
  description:
    'Replaces all of them. Agents of the organization know them by the variables `{{hours.now}}`, `{{hours.today}}`, `{{hours.week}}` and `{{hours.next}}` from their next answer on. Two empty lists remove them.',
  scope: 'agents:write',
  audit: 'opening_hours.updated',
  body: OpeningHoursInput,
  ...entityOf(OpeningHours),
  errors: ['client_erasing'],
});
