import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';

/** The code with which a stream is closed that another one has ended. */
export const ended = 4409;

export interface StreamServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A server that has one stream of each session, as Amazon Transcribe has. It recognizes nothing. */
export const startStreamServer = async (): Promise<StreamServer> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const streams = new Map<string, WebSocket>();
  server.on('connection', (socket: WebSocket, { url = '' }) => {
    const session = new URL(url, 'ws://any').searchParams.get('session-id') ?? '';
    streams.get(session)?.close(ended, 'ConflictException');
    streams.set(session, socket);
    socket.on('close', () => {
      if (streams.get(session) === socket) streams.delete(session);
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
};
