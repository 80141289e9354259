import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/*
 * Two platforms on the same data would end each other's database. A process id does not show whether the
 * platform that holds the data still runs, because ids are reused. The holder therefore listens on a port and
 * sends its token to every client.
 */

interface Holder {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

const answersWithin = 2000;

/** The token that a listener on a port sends, if there is one. */
const heardFrom = (port: number): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(answersWithin, () => socket.destroy());
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    socket.on('error', () => {}).once('close', () => resolve(said));
  });

const readHolder = async (file: string): Promise<Holder | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

/**
 * Locks the data of a folder for this process. Returns a function that releases it. A killed process holds no
 * lock.
 */
export const lockDirectory = async (directory: string): Promise<() => Promise<void>> => {
  const token = randomUUID();
  const server = createServer((socket) => socket.on('error', () => {}).end(token));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const holder: Holder = { pid: process.pid, port: (server.address() as AddressInfo).port, token };

  const file = join(directory, 'lock');
  const own = `${file}.${token}`;
  await writeFile(own, JSON.stringify(holder), { mode: 0o600 });
  try {
    // Creating a link is atomic, and fails if it exists.
    while (
      !(await link(own, file).then(
        () => true,
        () => false,
      ))
    ) {
      const other = await readHolder(file);
      if (other && (await heardFrom(other.port)) === other.token) {
        throw new StartError(
          `${directory} is in use by another platform, process ${other.pid}. End that one, or keep this one's data elsewhere: npm start -- --directory <folder>`,
        );
      }
      await rm(file, { force: true });
    }
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(own, { force: true });
  }
  return async () => {
    await rm(file, { force: true });
    server.close();
  };
};
