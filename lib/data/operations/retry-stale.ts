import { Stale } from './failures.ts';

/** So often a change is decided anew because somebody else was faster. */
const maxAttempts = 5;

/** Reads, decides and writes again while what was read has changed by the time it is written. */
export const retryStale = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Stale) || attempt === maxAttempts) throw error;
    }
  }
};
