import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A message to a page about a conversation. */
export interface Ring {
  readonly type: string;
  readonly id: string;
  readonly client_id: string;
  readonly version: number;
  readonly turns: number;
}

/** A page with a socket that rings. */
export interface WatchingPage {
  /** Everything that it has heard. */
  readonly rings: readonly Ring[];
  /** The next one. */
  readonly next: () => Promise<Ring>;
  readonly send: (text: string) => void;
  readonly closed: Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Opens a socket as a page of an origin would. A number: the status with which it is refused. */
export const openPage = async (url: string, origin?: string): Promise<WatchingPage | number> => {
  const socket = new WebSocket(url, origin === undefined ? {} : { origin });
  socket.on('error', () => {});
  const rings: Ring[] = [];
  let heard = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    rings.push(JSON.parse(data.toString()) as Ring);
    heard.resolve();
    heard = Promise.withResolvers<void>();
  });
  const opened = await Promise.race([
    once(socket, 'open').then(() => undefined),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode as number),
  ]);
  if (opened !== undefined) return opened;
  const closed = once(socket, 'close');
  let taken = 0;
  return {
    rings,
    next: async () => {
      while (rings.length <= taken) await heard.promise;
      const ring = rings[taken] as Ring;
      taken += 1;
      return ring;
    },
    send: (text) => socket.send(text),
    closed,
    close: async () => {
      socket.close();
      await closed;
    },
  };
};

/** The same of a socket that must open. */
export const watchingPage = async (url: string, origin?: string): Promise<WatchingPage> => {
  const page = await openPage(url, origin);
  if (typeof page === 'number') throw new Error(`The socket was refused with ${page}`);
  return page;
};
