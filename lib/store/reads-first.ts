import { workerData } from 'node:worker_threads';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/*
 * On one machine, a thread of its own does what follows a write. The embedded DynamoDB answers one call after
 * the other, so that thread makes none while a read is being answered.
 */

/** The number of reads that are being answered, in memory that both threads share. */
export type ReadsInProgress = Int32Array<SharedArrayBuffer>;

/** The memory that lib/local gives that thread; in AWS, there is none. */
export interface SharedWithThread {
  readonly reads: ReadsInProgress;
}

/**
 * Waits until no read is being answered, but no longer than so many milliseconds. Where somebody always
 * reads, background work is slower.
 */
export const untilReadsPass = async (reads: ReadsInProgress, atMostMs = 50): Promise<void> => {
  const until = performance.now() + atMostMs;
  for (;;) {
    const count = Atomics.load(reads, 0);
    const left = until - performance.now();
    if (count === 0 || left <= 0) return;
    await Atomics.waitAsync(reads, 0, count, left).value;
  }
};

/** Makes the calls of the thread for background work wait for reads. */
export const letReadsPass = (client: DynamoDBDocumentClient): void => {
  const { reads } = (workerData ?? {}) as Partial<SharedWithThread>;
  if (!reads) return;
  client.middlewareStack.add((next) => async (args) => {
    await untilReadsPass(reads);
    return next(args);
  });
};
