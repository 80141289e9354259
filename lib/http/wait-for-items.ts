import { setTimeout as pause } from 'node:timers/promises';

/** The interval between reads, in milliseconds. */
const pauseMs = 500;

/** Reads a page, and repeats the read for up to the given seconds while the page is empty. */
export const waitForItems = async <P extends { readonly data: readonly unknown[] }>(
  seconds: number | undefined,
  read: () => Promise<P>,
): Promise<P> => {
  const until = performance.now() + (seconds ?? 0) * 1000;
  for (;;) {
    const page = await read();
    const left = until - performance.now();
    if (page.data.length > 0 || left <= 0) return page;
    await pause(Math.min(pauseMs, left));
  }
};
