import { expect, vi } from 'vitest';

const limitMs = 240_000;
const reportMs = 20_000;

/** The first line of an error is what is missing. Colors and the rest are for the report at the end. */
const reasonOf = (error: unknown): string => String(error).split('\n', 1)[0] ?? '';

/**
 * Waits until something holds that follows a write. The limit belongs to no test: it only says what is
 * missing before the test itself is given up. Waiting that takes long, as on a slow machine, is reported to
 * stderr.
 */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> => {
  const { testPath = '' } = expect.getState();
  const began = Date.now();
  let reportAt = began + reportMs;
  const reporting = async () => {
    try {
      return await holds();
    } catch (error) {
      if (Date.now() >= reportAt) {
        reportAt = Date.now() + reportMs;
        const seconds = Math.round((Date.now() - began) / 1000);
        process.stderr.write(`${testPath} has waited for ${seconds} s: ${reasonOf(error)}\n`);
      }
      throw error;
    }
  };
  return vi.waitFor(reporting, { timeout: limitMs, interval: 200 });
};
