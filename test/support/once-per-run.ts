import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Five minutes, longer than any value takes. A process that waits longer computes it again. */
const mostWaits = 3000;
const waitMs = 100;

const sleep = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);

const isTaken = (lock: string): boolean => {
  try {
    mkdirSync(lock);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    throw error;
  }
};

/**
 * A value that takes long to compute: the first process of a run that needs it computes it, and the others
 * wait and read it. An error is not kept. Outside of a run, nothing is.
 */
export const oncePerRun = <T>(key: string, compute: () => T): T => {
  const { RUN_FOLDER: folder } = process.env;
  if (!folder) return compute();
  const file = join(folder, hash('sha256', key));
  const lock = `${file}.lock`;
  for (let waits = 0; waits < mostWaits; waits += 1) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
    if (isTaken(lock)) {
      sleep();
      continue;
    }
    try {
      // Another process may have finished since.
      if (existsSync(file)) continue;
      const value = compute();
      writeFileSync(`${file}.new`, JSON.stringify(value));
      renameSync(`${file}.new`, file);
      return value;
    } finally {
      rmdirSync(lock);
    }
  }
  return compute();
};
