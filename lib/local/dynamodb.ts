import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';
import { StartError } from './start-error.ts';

/** A DynamoDB that runs on this machine, or one that runs elsewhere. */
export interface LocalDynamoDb {
  readonly endpoint: string;
  /** Whether it runs for this process alone, and takes any signature. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

export interface LocalDynamoDbOptions {
  /** The file that keeps the data; absent: memory. */
  readonly file?: string;
  /** Called when it has ended by itself and cannot be started again, or has lost what it kept in memory. */
  readonly onLost?: (error: StartError) => void;
}

/** The binary for this machine, from the one optional package that npm installed for it. */
export const findBinary = (): string | undefined => {
  const { platform, arch } = process;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}-${arch}/package.json`);
    return join(dirname(manifest), platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch {
    return undefined;
  }
};

/** A process outlives a parent that is killed: it is noted beside its file, and ended before the next one starts. */
const endLeftover = async (note: string): Promise<void> => {
  const pid = Number(await readFile(note, 'utf8').catch(() => ''));
  if (!pid) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // Where the system does not say what a process is, the number may be another one's by now: it is left alone.
  if (command?.includes('dynoxide')) {
    try {
      process.kill(pid);
    } catch {
      // It has ended by itself.
    }
  }
  await rm(note, { force: true });
};

/**
 * An address of this machine that no web page can find: it would have to try some hundred billion. macOS has only the usual
 * one.
 */
const hiddenAddress = async (): Promise<{ readonly host: string; readonly port: number }> => {
  const host = ['127', randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.');
  const port = await freePort(host).catch(() => undefined);
  return port === undefined ? { host: '127.0.0.1', port: await freePort() } : { host, port };
};

/** Why it did not start, by what it printed. */
const failure = (file: string | undefined, code: number | null, said: string): StartError => {
  if (file && /not a valid SQLite database|malformed|unable to open database/i.test(said)) {
    return new StartError(
      `${file} cannot be opened: it is damaged, or may not be read. Restore it, or move ${dirname(file)} away to begin with an empty platform.`,
    );
  }
  return new StartError(`The embedded DynamoDB ended with ${code}: ${said.trim()}`);
};

const untilReady = (child: ChildProcess, file: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('listening on')) resolve();
    });
    child.once('error', reject);
    child.once('close', (code) => reject(failure(file, code, said)));
  });

/** It is started again so often within a minute. */
const maxRestarts = 5;
const minuteMs = 60_000;

/**
 * Starts the embedded DynamoDB, and starts it again should it end. Where there is no binary for the machine, any other will do: set
 * `AWS_ENDPOINT_URL_DYNAMODB` to it, and nothing is started.
 */
export const startDynamoDb = async ({
  file,
  onLost = (error) => console.error(error.message),
}: LocalDynamoDbOptions): Promise<LocalDynamoDb> => {
  const { AWS_ENDPOINT_URL_DYNAMODB: elsewhere } = process.env;
  if (elsewhere) return { endpoint: elsewhere, embedded: false, close: async () => {} };

  const binary = findBinary();
  if (!binary) {
    throw new StartError(
      `There is no embedded DynamoDB for ${process.platform} on ${process.arch}. ` +
        'Set AWS_ENDPOINT_URL_DYNAMODB to one that runs, such as DynamoDB Local.',
    );
  }
  const note = file && `${file}.pid`;
  if (note) await endLeftover(note);

  const { host, port } = await hiddenAddress();
  let child: ChildProcess;
  let closing = false;
  let restarts: number[] = [];

  const launch = async (): Promise<void> => {
    const options = ['serve', '--host', host, '--port', String(port), ...(file ? ['--db-path', file] : [])];
    const launched = spawn(binary, options, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C is for this process, which ends its child once the requests under way are answered.
      detached: true,
    });
    child = launched;
    // Before it is ready: a process that is killed meanwhile leaves it behind.
    if (note && launched.pid) writeFileSync(note, String(launched.pid), { mode: 0o600 });
    await untilReady(launched, file);
    launched.once('exit', () => void recover());
  };

  const recover = async (): Promise<void> => {
    if (closing) return;
    restarts = [...restarts.filter((at) => at > Date.now() - minuteMs), Date.now()];
    if (!file) return onLost(new StartError('The embedded DynamoDB has ended, and all data with it.'));
    if (restarts.length > maxRestarts) {
      return onLost(new StartError('The embedded DynamoDB ends again and again.'));
    }
    console.error('The embedded DynamoDB has ended. It is started again.');
    try {
      await launch();
    } catch (error) {
      if (!closing) onLost(error as StartError);
    }
  };

  const stop = () => child?.kill();
  process.once('exit', stop);
  try {
    await launch();
  } catch (error) {
    process.off('exit', stop);
    throw error;
  }
  return {
    endpoint: `http://${host}:${port}`,
    embedded: true,
    close: async () => {
      closing = true;
      process.off('exit', stop);
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
      if (note) await rm(note, { force: true });
    },
  };
};
