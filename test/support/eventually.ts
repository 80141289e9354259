import { vi } from 'vitest';

/**
 * Waits until something holds that follows a write. When it gives up belongs to no test: it only says what did not come,
 * before the test itself is given up.
 */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(holds, { timeout: 240_000, interval: 200 });
