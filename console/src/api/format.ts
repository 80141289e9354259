import type { Money } from 'voice-agent-platform-client';
import { locale } from '../words/locale.ts';
import { zone } from './zone.ts';

/** Making a formatter is slow, so each is made once for a language and a time zone. */
const remembered = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

const once = <F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F => {
  const known = remembered.get(key) ?? make();
  remembered.set(key, known);
  return known as F;
};

const dates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const all = { timeZone: zone, ...options };
  return once(`${locale} ${JSON.stringify(all)}`, () => new Intl.DateTimeFormat(locale, all));
};

const numbers = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  once(`${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));

export const formatTime = (time: string): string =>
  dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

export const formatDate = (time: string): string => dates({ dateStyle: 'medium' }).format(new Date(time));

/** The time of the day. */
export const formatClock = (time: string): string => dates({ timeStyle: 'short' }).format(new Date(time));

/** A day of the calendar such as `2026-11-12`, as `Thu, 12 Nov`. */
export const formatDay = (day: string): string =>
  dates({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(day));

/** A day of the calendar without its weekday: `12 Nov`. */
export const formatShortDay = (day: string): string =>
  dates({ timeZone: 'UTC', day: 'numeric', month: 'short' }).format(new Date(day));

/** Two days of the calendar: `24 Oct – 22 Nov`. */
export const formatDays = (from: string, to: string): string =>
  dates({ timeZone: 'UTC', day: 'numeric', month: 'short' }).formatRange(new Date(from), new Date(to));

/** A month such as `2026-11`, by its name. */
export const formatMonth = (month: string): string =>
  dates({ timeZone: 'UTC', month: 'short' }).format(new Date(month));

/** A month such as `2026-11`, by its name and year. */
export const formatMonthAndYear = (month: string): string =>
  dates({ timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(month));

const mondayMs = Date.UTC(2024, 0, 1);

/** A day of the week by its name. 0: Monday. */
export const formatWeekday = (day: number): string =>
  dates({ timeZone: 'UTC', weekday: 'long' }).format(new Date(mondayMs + day * 86_400_000));

/** A day of the calendar such as `2026-11-12`, in full. */
export const formatCalendarDay = (day: string): string =>
  dates({ timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day));

export const formatNumber = (value: number): string => numbers().format(value);

/** A share such as 0.873, as `87.3 %` is written in the language. */
export const formatPercent = (share: number, digits = 1): string =>
  numbers({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share);

const padded = (value: number): string => String(value).padStart(2, '0');

/** `3:07`, or `1:02:45` from an hour on. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}`
    : `${minutes}:${padded(seconds % 60)}`;
};

/** The exact amount, with two decimal places or as many as it has. */
export const formatMoney = ({ amount, currency }: Money): string => {
  const decimals = amount.split('.')[1]?.length ?? 0;
  return numbers({
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, decimals),
  }).format(Number(amount));
};

/** An amount for an overview, without its cents. */
export const formatRoundMoney = ({ amount, currency }: Money): string =>
  numbers({ style: 'currency', currency, maximumFractionDigits: 0 }).format(Number(amount));

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const digits = power === 0 ? 0 : 1;
  return numbers({
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(bytes / 1000 ** power);
};

/** `appointment_booked` as `Appointment booked`. */
export const inWords = (slug: string): string => {
  const text = slug.replaceAll(/[_-]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A language such as `en-GB`, by its name. */
export const languageName = (tag: string): string => {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
