import { setTimeout as wait } from 'node:timers/promises';
import type { SharedWithThread } from '#lib/store/reads-first.ts';

/** A read that waits for what has not happened yet must not hold up the work that makes it happen. */
const countedMs = 100;

/** Counts the reads that are being answered, for the thread that lets them pass. */
export interface ReadCounter extends SharedWithThread {
  /** Counts a read until it is answered, or for a moment. */
  readonly count: (answered: Promise<unknown>) => void;
}

export const readCounter = (): ReadCounter => {
  const reads = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return {
    reads,
    count: (answered) => {
      Atomics.add(reads, 0, 1);
      const over = new AbortController();
      const { signal } = over;
      const uncount = (): void => {
        over.abort();
        Atomics.sub(reads, 0, 1);
        Atomics.notify(reads, 0);
      };
      Promise.race([answered, wait(countedMs, undefined, { signal, ref: false })]).then(uncount, uncount);
    },
  };
};
