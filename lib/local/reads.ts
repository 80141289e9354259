/*
 * With a folder, a thread of its own does what follows a write. The embedded DynamoDB answers one call after
 * the other, so that thread makes none while a read is being answered.
 */

/** The number of reads that are being answered, in memory that both threads share. */
export type ReadsInProgress = Int32Array<SharedArrayBuffer>;

/** A read that waits for what has not happened yet must not hold up the work that makes it happen. */
const countedMs = 100;

/** Counts the reads that are being answered, for the thread that lets them pass. */
export interface ReadCounter {
  readonly reads: ReadsInProgress;
  /** Counts a read until it is answered, or for a moment. */
  readonly count: (answered: Promise<unknown>) => void;
}

export const readCounter = (): ReadCounter => {
  const reads = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return {
    reads,
    count: (answered) => {
      Atomics.add(reads, 0, 1);
      let isCounted = true;
      const uncount = (): void => {
        clearTimeout(timer);
        if (!isCounted) return;
        isCounted = false;
        Atomics.sub(reads, 0, 1);
        Atomics.notify(reads, 0);
      };
      const timer = setTimeout(uncount, countedMs).unref();
      answered.then(uncount, uncount);
    },
  };
};

/** The longest time that a call waits. Where somebody always reads, background work is slower. */
const longestMs = 50;

/** Waits until no read is being answered, but no longer than so many milliseconds. */
export const untilReadsPass = async (reads: ReadsInProgress, atMostMs = longestMs): Promise<void> => {
  const until = performance.now() + atMostMs;
  for (let count = Atomics.load(reads, 0); count > 0; count = Atomics.load(reads, 0)) {
    const left = until - performance.now();
    if (left <= 0) return;
    await Atomics.waitAsync(reads, 0, count, left).value;
  }
};
