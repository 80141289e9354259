import { setTimeout as wait } from 'node:timers/promises';
import { Stale } from './failures.ts';

/**
 * Enough for twenty concurrent writers to finish one after the other. A few seconds in total, of a function's
 * ten.
 */
const maxAttempts = 30;
const longestWaitMs = 400;

/**
 * Reads, decides and writes, and repeats this after a pause as long as the data has changed between read and
 * write.
 */
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
