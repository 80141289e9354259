import { dayMs, hourMs } from '../durations.ts';

/** An outage that lasts this long disables the webhook. */
const disabledAfterMs = 5 * dayMs;

/**
 * Failures further apart do not count as one outage: a webhook that gets one message per week is not disabled
 * after two.
 */
const longestGapMs = dayMs;

/** The minimum time between two writes of the last failure. */
const resolutionMs = hourMs;

/** An outage of a webhook's server. */
export interface Health {
  readonly failing_since: string;
  readonly last_failed_at: string;
}

/** The outage after a failure: the known one, continued, or a new one. */
export const afterFailure = (known: Health | undefined, now: number): Health => {
  const at = new Date(now).toISOString();
  const gap = known ? now - Date.parse(known.last_failed_at) : Number.POSITIVE_INFINITY;
  if (!known || gap > longestGapMs) return { failing_since: at, last_failed_at: at };
  return gap > resolutionMs ? { ...known, last_failed_at: at } : known;
};

export const hasFailedTooLong = ({ failing_since }: Health, now: number): boolean =>
  now - Date.parse(failing_since) >= disabledAfterMs;
