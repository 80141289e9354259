import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { minuteMs } from '#lib/domain/durations.ts';
import { freePort } from './free-port.ts';
import { StartError } from './start-error.ts';

/** A DynamoDB that runs on this machine, or one that runs elsewhere. */
export interface LocalDynamoDb {
  readonly endpoint: string;
  /** Whether it runs for this process only and accepts any signature. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

export interface LocalDynamoDbOptions {
  /** The file that stores the data; absent: memory. */
  readonly file?: string;
  /**
   * Called when it has ended unexpectedly and cannot be restarted, or has lost the data that it kept in
   * memory.
   */
  readonly onLost?: (error: StartError) => void;
}

/** The binary for this machine, from the optional package that npm installed. */
export const findBinary = (): string | undefined => {
  const { platform, arch } = process;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}-${arch}/package.json`);
    return join(dirname(manifest), platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch {
    return undefined;
  }
};

/**
 * A child process outlives a killed parent. A note next to its file has its id, so that the next start can
 * end it.
 */
const endLeftover = async (note: string): Promise<void> => {
  const pid = Number(await readFile(note, 'utf8').catch(() => ''));
  if (!pid) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // The id may belong to another process by now. If the system does not show its command, leave it alone.
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
 * A loopback address and port that no web page can find, because it would have to try about a hundred
 * billion. macOS has only 127.0.0.1. The port must be free there as well, because the embedded DynamoDB
 * refuses one on which 127.0.0.1 answers.
 */
const hiddenAddress = async (): Promise<{ readonly host: string; readonly port: number }> => {
  const host = ['127', randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.');
  const port = await freePort();
  const isUsable = await freePort(host).then(
    () => true,
    () => false,
  );
  return { host: isUsable ? host : '127.0.0.1', port };
};

/** The reason that it did not start, from its output. */
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

/**
 * Ends a process when the one that started this has ended, however that happened: then the pipe is closed.
 */
const endWithParent = "process.stdin.on('end', () => process.kill(Number(process.argv[1]))).resume()";

/** Ends a child process with this one, even if this one is killed. */
const watch = ({ pid }: ChildProcess): ChildProcess =>
  spawn(process.execPath, ['-e', endWithParent, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });

/** The maximum number of restarts within a minute. */
const maxRestarts = 5;

/**
 * Starts the embedded DynamoDB, and restarts it if it ends. On a machine without a binary, set
 * `AWS_ENDPOINT_URL_DYNAMODB` to another DynamoDB. Then nothing is started.
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
        'Set AWS_ENDPOINT_URL_DYNAMODB to a running one, such as DynamoDB Local.',
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
      // Ctrl-C must reach only this process, which ends its child after answering the requests in progress.
      detached: true,
    });
    child = launched;
    // Before the child is ready, because this process can be killed in the meantime.
    if (note && launched.pid) writeFileSync(note, String(launched.pid), { mode: 0o600 });
    const watcher = watch(launched);
    launched.once('exit', () => watcher.kill());
    await untilReady(launched, file);
    launched.once('exit', () => void recover());
  };

  const recover = async (): Promise<void> => {
    if (closing) return;
    restarts = [...restarts.filter((at) => at > Date.now() - minuteMs), Date.now()];
    if (!file) return onLost(new StartError('The embedded DynamoDB has ended, and all data is lost.'));
    if (restarts.length > maxRestarts) {
      return onLost(new StartError('The embedded DynamoDB keeps ending.'));
    }
    console.error('The embedded DynamoDB has ended. Restarting it.');
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
