import { setTimeout as wait } from 'node:timers/promises';

/** With pauses of up to a second between attempts: about two seconds in total, and at most four. */
export const maxAttempts = 8;
const firstWaitMs = 20;
const longestWaitMs = 1000;

/** The pause after an attempt to write an item that is busy. */
export const pauseAfter = (attempt: number): Promise<void> =>
  wait(Math.random() * Math.min(firstWaitMs * 2 ** attempt, longestWaitMs));
