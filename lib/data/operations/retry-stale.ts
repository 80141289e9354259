import { setTimeout as wait } from 'node:timers/promises';
import { Stale } from './failures.ts';

/** As often as twenty others can be faster, one after the other; some seconds in all, and a function has ten. */
const maxAttempts = 30;
const longestWaitMs = 400;

/** Reads, decides and writes again, after a pause, while what was read has changed by the time it is written. */
export const retryStale = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Stale) || attempt === maxAttempts) throw error;
      await wait(Math.random() * Math.min(5 * 2 ** attempt, longestWaitMs));
    }
  }
};
