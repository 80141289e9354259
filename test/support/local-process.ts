import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';

/** The program behind `npm start`, as a process of its own. */
export interface LocalProcess {
  /** Its output so far. */
  readonly printed: () => string;
  readonly description: PlatformDescription;
  /** Sends a signal and waits for the end: the exit code, or the signal that ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | string>;
}

const ended = async (child: ChildProcess): Promise<number | string> => {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal ?? '';
};

/**
 * The environment of a program that starts a platform. With the address of the table that all tests share, it
 * would write into that, by its own number of shards.
 */
export const environmentOfPrograms = (): NodeJS.ProcessEnv => {
  const { AWS_ENDPOINT_URL_DYNAMODB: _shared, ...env } = process.env;
  return env;
};

const run = (options: readonly string[], input?: string) => {
  const child = spawn(process.execPath, [join(root, 'bin/local.ts'), ...options], {
    env: environmentOfPrograms(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  // A test that fails does not end what it has started.
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return { child, printed: () => text };
};

/** Starts it and waits until it has printed a text. */
export const startLocal = async (
  directory: string,
  options: readonly string[] = [],
  until = 'Try it:',
): Promise<LocalProcess> => {
  const { child, printed } = run(['--port', '0', '--directory', directory, ...options]);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (printed().includes(until)) resolve();
    });
    child.once('exit', () => reject(new Error(printed())));
  });
  const description = JSON.parse(
    await readFile(join(directory, 'platform.json'), 'utf8'),
  ) as PlatformDescription;
  const end = (signal: NodeJS.Signals) => {
    const exit = ended(child);
    child.kill(signal);
    return exit;
  };
  return { printed, description, end };
};

/** Does something with an empty folder that is removed afterwards. */
export const withDirectory = async <T>(use: (directory: string) => Promise<T>): Promise<T> => {
  const directory = await mkdtemp(join(tmpdir(), 'local-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/**
 * Runs it to its end with a text as its input: what it printed, and its exit code. Unless the options name a
 * folder, it has one of its own, because two platforms in one folder refuse each other.
 */
export const runLocal = (
  options: readonly string[],
  input?: string,
): Promise<{ printed: string; code: number | string }> =>
  withDirectory(async (directory) => {
    const { child, printed } = run(['--directory', directory, ...options], input);
    const code = await ended(child);
    return { printed: printed(), code };
  });
