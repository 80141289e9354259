import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

const limitMs = 240_000;
const reportMs = 20_000;
/** The pauses grow: effects are late on a busy machine, which frequent checks would make busier. */
const firstPauseMs = 100;
const longestPauseMs = 1000;

/** The first line of an error is what is missing. Colors and the rest are for the report at the end. */
const reasonOf = (error: unknown): string => String(error).split('\n', 1)[0] ?? '';

/**
 * Waits until something holds that follows a write. The limit belongs to no test: it only says what is
 * missing before the test itself is given up. Waiting that takes long, as on a slow machine, is reported to
 * stderr.
 */
export const eventually = async <T>(holds: () => T | Promise<T>): Promise<T> => {
  const { testPath = '' } = expect.getState();
  const began = performance.now();
  let reportAt = began + reportMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    try {
      return await holds();
    } catch (error) {
      const now = performance.now();
      if (now > began + limitMs) throw error;
      if (now >= reportAt) {
        reportAt = now + reportMs;
        const seconds = Math.round((now - began) / 1000);
        process.stderr.write(`${testPath} has waited for ${seconds} s: ${reasonOf(error)}\n`);
      }
    }
    await wait(pauseMs);
  }
};
