import { hourMs, minuteMs, secondMs } from '../durations.ts';

/** The pauses between the attempts to deliver a message. The first attempt has no delay. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const;

/** Up to a tenth earlier or later, so that messages that failed together are not retried together. */
const jitter = (): number => 0.9 + Math.random() / 5;

/**
 * The pause after this number of failed attempts, in milliseconds; undefined after the last one. A server may
 * request a longer one (`Retry-After`), up to the pause that would follow.
 */
export const pauseAfter = (attempts: number, askedMs = 0): number | undefined => {
  const pause = pausesMs[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * jitter());
  return Math.max(jittered, Math.min(askedMs, pausesMs[attempts] ?? pause));
};
