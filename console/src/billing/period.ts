import type { Statement } from 'voice-agent-platform-client';
import { dayIn } from '../api/days.ts';
import { locale } from '../words/locale.ts';

type Period = Pick<Statement, 'period_start' | 'period_end' | 'timezone'>;

/** The first and the last day of a statement's period, in its own time zone. */
export const periodOf = ({ period_start, period_end, timezone: timeZone }: Period): string => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  // The end is excluded: the last day is that of the moment before.
  return format.formatRange(new Date(period_start), new Date(Date.parse(period_end) - 1));
};

/** The month that a statement is for, such as `2026-10`. */
export const monthOf = ({ period_start, timezone }: Period): string =>
  dayIn(timezone, new Date(period_start)).slice(0, 7);

/** A month, so many months later. */
export const monthsLater = (months: number, month: string): string => {
  const date = new Date(`${month}-01T00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
};

export const isMonth = (value: string | undefined): value is string =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(value ?? '');

/** The name of a file about a customer and a month. */
export const fileNameOf = (statement: Period & Pick<Statement, 'addressee'>): string => {
  const customer = statement.addressee?.name ?? '';
  return [customer.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''), monthOf(statement)]
    .filter(Boolean)
    .join('-');
};
