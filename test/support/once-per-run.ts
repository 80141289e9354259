import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Five minutes, longer than any value takes. A process that waits longer computes it again. */
const mostWaits = 3000;
const waitMs = 100;

const sleep = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whether another process holds the lock. Otherwise this one does, whose id is in it from now on. */
const isTaken = (lock: string): boolean => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return false;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    throw error;
  }
};

/** Whether the process that holds the lock was killed. */
const isAbandoned = (lock: string): boolean => {
  try {
    return !process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    return codeOf(error) === 'ESRCH';
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
  mkdirSync(folder, { recursive: true });
  for (let waits = 0; waits < mostWaits; waits += 1) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
    if (isTaken(lock)) {
      // Two processes that find this at once both compute the value, which costs time and nothing else.
      if (isAbandoned(lock)) rmSync(lock, { force: true });
      else sleep();
      continue;
    }
    try {
      // Another process may have finished since.
      if (existsSync(file)) continue;
      const value = compute();
      const written = `${file}.${process.pid}`;
      writeFileSync(written, JSON.stringify(value));
      renameSync(written, file);
      return value;
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return compute();
};
