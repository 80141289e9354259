const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Nothing but failures for so long disable a webhook. */
const disabledAfterMs = 5 * dayMs;

/** Failures further apart than this are not one outage: a webhook that gets a message a week is not disabled after two. */
const longestGapMs = dayMs;

/** The last failure is noted as often as this. */
const resolutionMs = hourMs;

/** An outage of a webhook's receiver. */
export interface Health {
  readonly failing_since: string;
  readonly last_failed_at: string;
}

/** What a failure makes of an outage, or of none. */
export const afterFailure = (known: Health | undefined, now: number): Health => {
  const at = new Date(now).toISOString();
  const gap = known ? now - Date.parse(known.last_failed_at) : Number.POSITIVE_INFINITY;
  if (!known || gap > longestGapMs) return { failing_since: at, last_failed_at: at };
  return gap > resolutionMs ? { ...known, last_failed_at: at } : known;
};

export const hasFailedTooLong = ({ failing_since }: Health, now: number): boolean =>
  now - Date.parse(failing_since) >= disabledAfterMs;
