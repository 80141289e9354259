import type { Statement } from 'voice-agent-platform-client';

/** The first and the last day of a statement's period, in its own time zone. */
export const periodOf = ({
  period_start,
  period_end,
  timezone: timeZone,
}: Pick<Statement, 'period_start' | 'period_end' | 'timezone'>): string => {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone });
  // The end is excluded: the last day is that of the moment before.
  return format.formatRange(new Date(period_start), new Date(Date.parse(period_end) - 1));
};
