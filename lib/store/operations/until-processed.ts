import { setTimeout as wait } from 'node:timers/promises';
import { WritesThrottled } from './failures.ts';

/** With pauses of up to 10 milliseconds after the first attempt, and twice as long after each further one. */
const maxAttempts = 8;

/**
 * Repeats a call with the parts that DynamoDB returns as unprocessed, until none are left. Throws
 * `WritesThrottled` if some are left after each attempt.
 */
export const untilProcessed = async <T>(
  parts: readonly T[],
  call: (parts: readonly T[]) => Promise<readonly T[]>,
): Promise<void> => {
  let open = parts;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw new WritesThrottled();
    if (attempt > 0) await wait(Math.random() * 10 * 2 ** attempt);
    open = await call(open);
  }
};
