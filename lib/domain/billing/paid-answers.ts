import { dayMs, minuteMs } from '../durations.ts';
import type { Fact } from '../usage/fact.ts';
import { quarterMs } from '../usage/time-zones.ts';
import { billedSeconds } from './subscription.ts';

/**
 * The answers of a token for each minute that is paid for: three for each time that a caller and an agent
 * have spoken, because providers ask ahead.
 */
export const answersPerMinute = 20;

/**
 * The answers for which the minutes of a reported call pay, if they were made on this day, counted since 1970
 * in UTC: none long before the call or after it, when a client can still name it.
 */
export const paidAnswers = (
  call: Pick<Fact, 'channel' | 'quarter' | 'duration_ms' | 'chat'>,
  day: number,
): number => {
  const begun = call.quarter * quarterMs;
  const [before, after] = [begun - dayMs, begun + quarterMs + call.duration_ms + dayMs];
  if (day < Math.floor(before / dayMs) || day > Math.floor(after / dayMs)) return 0;
  return (billedSeconds(call, { rounding_seconds: 60 }) / 60) * answersPerMinute;
};

/**
 * The fact of a call that is reported again after its minutes have paid for answers. It keeps its start, its
 * channel and the minutes that have paid: otherwise, a shorter report would give these back and keep the
 * answers.
 */
export const keepingPaid = (after: Fact, before: Fact | null, paid: unknown): Fact => {
  if (!before || !Number(paid ?? 0)) return after;
  const { quarter, channel } = before;
  // A minute pays once it has begun.
  const least = (Math.ceil(Number(paid) / answersPerMinute) - 1) * minuteMs + 1;
  return { ...after, quarter, channel, duration_ms: Math.max(after.duration_ms, least) };
};
