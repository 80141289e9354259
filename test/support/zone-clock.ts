/*
 * The date and time in a time zone, according to `Intl` alone: tests compare the platform's own arithmetic
 * with it.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  formats.set(zone, format);
  return format;
};

/** The date, and the hour with its offset from UTC: instants with the same text are in the same hour. */
export const clockOf = (zone: string, instant: number): { readonly date: string; readonly hour: string } => {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return { date, hour: `${date} ${part('hour')} ${part('timeZoneName')}` };
};

const quarterMs = 15 * 60 * 1000;
const starts = new Map<string, number>();

/** The first quarter hour in which the clocks show a date. */
export const startOfDate = (zone: string, date: string): number => {
  const key = `${zone} ${date}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let at = Date.parse(`${date}T00:00:00Z`) - 15 * 60 * 60 * 1000;
  while (clockOf(zone, at).date < date) at += quarterMs;
  starts.set(key, at);
  return at;
};
