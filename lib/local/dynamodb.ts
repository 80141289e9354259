import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';

/** A DynamoDB that runs on this machine, or one that runs elsewhere. */
export interface LocalDynamoDb {
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

export interface LocalDynamoDbOptions {
  /** The file that keeps the data; absent: memory. */
  readonly file?: string;
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
  // Where the system does not tell what a process is, the number may be another one's by now: it is left alone.
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
 * Starts the embedded DynamoDB. Where there is no binary for the machine, any other will do: set
 * `AWS_ENDPOINT_URL_DYNAMODB` to it, and nothing is started.
 */
export const startDynamoDb = async ({ file }: LocalDynamoDbOptions): Promise<LocalDynamoDb> => {
  const { AWS_ENDPOINT_URL_DYNAMODB: elsewhere } = process.env;
  if (elsewhere) return { endpoint: elsewhere, close: async () => {} };

  const binary = findBinary();
  if (!binary) {
    throw new Error(
      `There is no embedded DynamoDB for ${process.platform} on ${process.arch}. ` +
        'Set AWS_ENDPOINT_URL_DYNAMODB to one that runs, such as DynamoDB Local.',
    );
  }
  const note = file && `${file}.pid`;
  if (note) {
    await mkdir(dirname(note), { recursive: true });
    await endLeftover(note);
  }

  const port = await freePort();
  const child = spawn(binary, ['serve', '--port', String(port), ...(file ? ['--db-path', file] : [])], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C is for this process, which ends its child once the requests under way are answered.
    detached: true,
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  const ended = once(child, 'exit');
  // Before it is ready: whoever is killed meanwhile leaves it behind.
  if (note && child.pid) writeFileSync(note, String(child.pid));

  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('listening on')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The embedded DynamoDB ended with ${code}: ${said.trim()}`)),
    );
  });

  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      process.off('exit', stop);
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await ended;
      }
      if (note) await rm(note, { force: true });
    },
  };
};
