import type { OpeningHours, OpeningSpan } from 'voice-agent-platform-client';

type OpeningException = OpeningHours['exceptions'][number];

/** Two times of day with a hyphen or a dash between them. Minutes may be left out. */
const span = /^(\d{1,2})(?::(\d{2}))?\s*[-–—]\s*(\d{1,2})(?::(\d{2}))?$/;

const time = (hours = '', minutes = '00'): string => `${hours.padStart(2, '0')}:${minutes}`;

const isTime = (text: string): boolean => text === '24:00' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The spans that a text such as `8–12, 14:00–18:30` names; undefined: it is none. */
export const spansIn = (text: string): OpeningSpan[] | undefined => {
  const spans: OpeningSpan[] = [];
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === '') continue;
    const [found, fromHour, fromMinute, toHour, toMinute] = span.exec(part.trim()) ?? [];
    const [opens, closes] = [time(fromHour, fromMinute), time(toHour, toMinute)];
    if (found === undefined || !isTime(opens) || !isTime(closes) || opens >= closes) return undefined;
    spans.push({ opens, closes });
  }
  return spans;
};

export const textOfSpans = (spans: readonly OpeningSpan[]): string =>
  spans
    .map(({ opens, closes }) => `${opens}–${closes}`)
    .sort()
    .join(', ');

/** The dates that a text names, one a line with its times; undefined: a line is wrong. */
export const exceptionsIn = (text: string): OpeningException[] | undefined => {
  const exceptions: OpeningException[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, date, rest = ''] = /^\s*(\d{4}-\d{2}-\d{2})(.*)$/.exec(line) ?? [];
    const spans = spansIn(rest);
    if (date === undefined || !spans || exceptions.some((one) => one.date === date)) return undefined;
    exceptions.push({ date, spans });
  }
  return exceptions;
};

export const textOfExceptions = (exceptions: readonly OpeningException[]): string =>
  exceptions
    .map(({ date, spans }) => `${date} ${textOfSpans(spans)}`.trim())
    .sort()
    .join('\n');
