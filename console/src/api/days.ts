/** Days such as `2026-11-21`, both included; without one, the range is open. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Days from one to another, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const dayMs = 86_400_000;

/** The current day in a time zone. */
export const dayIn = (timeZone: string, now = new Date()): string => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const { year, month, day } = Object.fromEntries(
    parts.formatToParts(now).map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day}`;
};

/** A day of the calendar, that many days later. */
export const laterBy = (days: number, day: string): string => {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

export const presetNames = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type Preset = (typeof presetNames)[number];

/** The ranges that people ask for most. */
export const presets = (today: string): readonly (DayRange & { readonly name: Preset })[] => {
  const yesterday = laterBy(-1, today);
  const lastMonth = laterBy(-1, firstOfMonth(today));
  return [
    { name: 'today', from: today, to: today },
    { name: 'yesterday', from: yesterday, to: yesterday },
    { name: 'last7', from: laterBy(-6, today), to: today },
    { name: 'last30', from: laterBy(-29, today), to: today },
    { name: 'thisMonth', from: firstOfMonth(today), to: today },
    { name: 'lastMonth', from: firstOfMonth(lastMonth), to: lastMonth },
  ];
};

/** The midnight that a day begins with on this device, as a moment. Undefined for what is no day. */
export const startHere = (day: string | undefined): string | undefined => {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** A range of days on this device as parameters of the API, whose end is excluded. */
export const momentsHere = ({ from, to }: Days): { start_after?: string; start_before?: string } => {
  const start_after = startHere(from);
  const start_before = to && startHere(to) && startHere(laterBy(1, to));
  return { ...(start_after && { start_after }), ...(start_before && { start_before }) };
};

/** Whether something is a day of the calendar: a year that is still being typed, such as 0002, is none. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
