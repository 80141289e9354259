const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pauses between the attempts to deliver a message, the first of which is made at once. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
] as const;

/** A tenth earlier or later, so that what failed together does not come back together. */
const jitter = (): number => 0.9 + Math.random() / 5;

/**
 * How long to wait after so many attempts that failed, in milliseconds; undefined after the last one. A server may ask for
 * more (`Retry-After`), up to the pause that would follow.
 */
export const pauseAfter = (attempts: number, askedMs = 0): number | undefined => {
  const pause = pausesMs[attempts - 1];
  if (pause === undefined) return undefined;
  const jittered = Math.round(pause * jitter());
  return Math.max(jittered, Math.min(askedMs, pausesMs[attempts] ?? pause));
};
