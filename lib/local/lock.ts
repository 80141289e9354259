import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/*
 * Two platforms on the same data would end each other's database. The number of a process would not tell whether the one that
 * holds the data still runs: it may be another process by now. So the holder listens on a port, and says its token to whoever connects.
 */

interface Holder {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
}

const answersWithin = 2000;

/** What listens on a port says, if anything. */
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

/** Takes the data of a folder for this process until it is released; a process that was killed holds nothing. */
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
    // A link is made whole or not at all, and only where there is none.
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
