import type { Conversation, ConversationInput, Status } from '#lib/contract/conversations.ts';
import { invalid } from '#lib/contract/errors.ts';
import { isMoment } from '#lib/contract/fields.ts';
import { dayMs } from '../durations.ts';

/**
 * An active conversation becomes completed or failed. Both are final, and setting the same status again has
 * no effect.
 */
export const canBecome = (from: Status, to: Status): boolean => from === 'active' || from === to;

export const isOver = ({ status }: Pick<Conversation, 'status'>): boolean => status !== 'active';

/** A leap year: longer than any exchange of emails, and short enough to catch a wrong century. */
export const longestMs = 366 * dayMs;

interface Times {
  readonly start_time: string;
  readonly end_time: string | null;
}

interface SentTimes {
  readonly start_time: string;
  readonly end_time?: string | null | undefined;
  readonly duration_ms?: number | undefined;
}

export const durationOf = ({ start_time, end_time }: Times): number | null =>
  end_time === null ? null : Date.parse(end_time) - Date.parse(start_time);

/** The time that is a number of milliseconds after another one. */
export const timeAfter = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

/** The time that is a sent duration after another one, or before it if it is negative. */
const timeFrom = (time: string, ms: number): string => {
  if (isMoment(Date.parse(time) + ms)) return timeAfter(time, ms);
  const detail = ms < 0 ? 'must not begin before 1970' : 'must not end after 9998';
  throw invalid({ pointer: '/duration_ms', code: 'out_of_range', detail });
};

/** The end that was sent, as a time or as a duration; undefined if neither was sent. */
const sentEnd = ({ start_time, end_time, duration_ms }: SentTimes): string | undefined => {
  const end = end_time ?? (duration_ms === undefined ? undefined : timeFrom(start_time, duration_ms));
  if (end === undefined) return undefined;

  const lasted = Date.parse(end) - Date.parse(start_time);
  if (lasted < 0 || lasted > longestMs) {
    const detail = lasted < 0 ? 'must not be before start_time' : 'must be at most 366 days after start_time';
    throw invalid({ pointer: '/end_time', code: 'out_of_range', detail });
  }
  if (duration_ms !== undefined && duration_ms !== lasted) {
    const detail = 'must be the time from start_time to end_time';
    throw invalid({ pointer: '/duration_ms', code: 'inconsistent', detail });
  }
  return end;
};

const refuseEnd = (sent: Pick<SentTimes, 'end_time' | 'duration_ms'>): void => {
  const pointer = sent.end_time ? '/end_time' : sent.duration_ms === undefined ? undefined : '/duration_ms';
  if (pointer)
    throw invalid({
      pointer,
      code: 'inconsistent',
      detail: 'must be absent while the conversation is active',
    });
};

/**
 * The length that the turns of a new conversation indicate, in milliseconds; undefined if they have no times
 * or these cannot be right.
 */
const spokenMs = ({ start_time, end_time, turns }: ConversationInput): number | undefined => {
  const ends = turns.flatMap(({ end_ms }) => end_ms ?? []);
  if (end_time || ends.length === 0) return undefined;
  const ms = Math.max(...ends);
  return start_time === undefined || isMoment(Date.parse(start_time) + ms) ? ms : undefined;
};

/** The start and, if it has ended, the end of a new conversation: as sent, or derived from its turns. */
export const timesOfNew = (input: ConversationInput, now: string): Times => {
  if (!isOver(input)) {
    refuseEnd(input);
    return { start_time: input.start_time ?? now, end_time: null };
  }
  const duration_ms = input.duration_ms ?? spokenMs(input);
  // Recorded after its end. It ended now unless the request has another end.
  const start_time = input.start_time ?? timeFrom(input.end_time ?? now, -(duration_ms ?? 0));
  return { start_time, end_time: sentEnd({ ...input, start_time, duration_ms }) ?? null };
};

/** The end of a conversation after a change: as sent, as stored, or now if the change ends it. */
export const endAfter = (
  before: Pick<Conversation, 'status' | 'start_time' | 'end_time'>,
  change: { readonly status: Status } & Omit<SentTimes, 'start_time'>,
  now: string,
): string | null => {
  if (!isOver(change)) {
    refuseEnd(change);
    return null;
  }
  const sent = sentEnd({ ...change, start_time: before.start_time });
  if (sent !== undefined) return sent;
  if (isOver(before)) return before.end_time;
  // The start may be slightly ahead of this clock. A conversation never ends before it starts.
  return now > before.start_time ? now : before.start_time;
};
