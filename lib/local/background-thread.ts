import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Background, BackgroundOptions } from './background.ts';

/** A message to the thread. */
export type Order = 'wake' | 'close';

/**
 * A message from the thread: the arguments of a call of `console.info`, which this process may format or
 * suppress.
 */
export interface PrintedLine {
  readonly values: readonly unknown[];
}

/**
 * The embedded DynamoDB answers one call at a time, so a request waits for at most one call of the background
 * thread.
 */
const callsAtOnce = 1;

/**
 * Runs background work in a separate thread, so that requests do not wait while, for example, an index is
 * built. An error that the thread does not catch ends the process.
 */
export const startBackgroundThread = (options: BackgroundOptions): Background => {
  const worker = new Worker(new URL('./background-worker.ts', import.meta.url), {
    workerData: options,
    env: { ...process.env, CALLS_AT_ONCE: String(callsAtOnce) },
  });
  worker.on('message', ({ values }: PrintedLine) => console.info(...values));
  const tell = (order: Order): void => worker.postMessage(order);
  return {
    wake: () => tell('wake'),
    close: async () => {
      const ended = once(worker, 'exit');
      tell('close');
      await ended;
    },
  };
};
