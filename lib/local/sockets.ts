import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';

/*
 * Implements API Gateway's WebSocket APIs around a function, including their limits
 * (docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html).
 */

/** The path of the WebSocket API beside the routes of the API. */
export const socketPath = '/sockets';

const maxMessageBytes = 128 * 1024;
const idleMs = 10 * 60_000;
const longestMs = 2 * 3_600_000;

interface Connection {
  readonly socket: WebSocket;
  readonly connectedAt: number;
  readonly sourceIp: string;
}

export interface SocketsOptions {
  /** Invokes the function of the WebSocket API. */
  readonly invoke: (event: unknown) => Promise<unknown>;
  /** The host by which others reach it. */
  readonly host: () => string;
  /** Delays each message by a different time, so that later ones overtake earlier ones. Absent: none. */
  readonly delayMs?: (() => number) | undefined;
}

export interface LocalSockets {
  /** Takes a request to upgrade over, if it is for the WebSocket API. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** The address at which functions reach connections. */
  readonly connectionsUrl: string;
  readonly close: () => Promise<void>;
}

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const answerWith = (response: ServerResponse, status: number, message = ''): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(message && JSON.stringify({ message }));
};

/** Serves a WebSocket API, and the API by which functions send to its connections. */
export const startSockets = async ({ invoke, host, delayMs }: SocketsOptions): Promise<LocalSockets> => {
  const connections = new Map<string, Connection>();
  /** Functions that are handling the end of a connection. */
  const disconnecting = new Set<Promise<unknown>>();
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });

  const contextOf = (id: string, { connectedAt, sourceIp }: Omit<Connection, 'socket'>, now: number) => ({
    connectionId: id,
    connectedAt,
    requestTimeEpoch: now,
    requestId: randomUUID(),
    apiId: 'local',
    stage: '$default',
    domainName: host(),
    identity: { sourceIp },
  });

  const follow = (id: string, connection: Connection): void => {
    const { socket } = connection;
    connections.set(id, connection);
    let idle = setTimeout(() => socket.close(1001, 'Going away'), idleMs);
    const longest = setTimeout(() => socket.close(1001, 'Going away'), longestMs);
    socket.on('message', (data: Buffer) => {
      clearTimeout(idle);
      idle = setTimeout(() => socket.close(1001, 'Going away'), idleMs);
      const now = Date.now();
      const requestContext = {
        ...contextOf(id, connection, now),
        routeKey: '$default',
        eventType: 'MESSAGE',
        messageId: randomUUID(),
      };
      const event = { requestContext, body: data.toString(), isBase64Encoded: false };
      const send = () => void invoke(event).catch(() => {});
      if (delayMs) setTimeout(send, delayMs());
      else send();
    });
    socket.on('close', () => {
      clearTimeout(idle);
      clearTimeout(longest);
      connections.delete(id);
      const requestContext = {
        ...contextOf(id, connection, Date.now()),
        routeKey: '$disconnect',
        eventType: 'DISCONNECT',
      };
      const handled = invoke({ requestContext, isBase64Encoded: false })
        .catch(() => {})
        .finally(() => disconnecting.delete(handled));
      disconnecting.add(handled);
    });
    socket.on('error', () => socket.terminate());
  };

  const connect = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const id = randomUUID();
    const known = { connectedAt: Date.now(), sourceIp: request.socket.remoteAddress ?? '127.0.0.1' };
    const requestContext = {
      ...contextOf(id, known, known.connectedAt),
      routeKey: '$connect',
      eventType: 'CONNECT',
    };
    const query = new URL(request.url ?? '/', 'http://local').searchParams;
    const queryStringParameters = Object.fromEntries(query);
    const event = { requestContext, headers: request.headers, queryStringParameters, isBase64Encoded: false };
    const answer = (await invoke(event)) as {
      readonly statusCode?: number;
    };
    const { statusCode = 500 } = answer;
    if (statusCode >= 300) {
      socket.end(
        `HTTP/1.1 ${statusCode === 401 ? '401 Unauthorized' : '500 Error'}\r\ncontent-length: 0\r\n\r\n`,
      );
      return;
    }
    server.handleUpgrade(request, socket, head, (opened) => follow(id, { socket: opened, ...known }));
  };

  /** `POST` and `DELETE /@connections/{id}` (API Gateway's @connections API). */
  const manage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = decodeURIComponent(/\/@connections\/([^/?]+)/i.exec(request.url ?? '')?.[1] ?? '');
    const body = await readAll(request);
    const connection = connections.get(id);
    if (!connection) {
      response.setHeader('x-amzn-errortype', 'GoneException');
      answerWith(response, 410, 'Gone');
    } else if (request.method === 'DELETE') {
      connection.socket.close(1000);
      answerWith(response, 204);
    } else if (body.length > maxMessageBytes) {
      response.setHeader('x-amzn-errortype', 'PayloadTooLargeException');
      answerWith(response, 413, 'Payload too large');
    } else {
      connection.socket.send(body.toString());
      answerWith(response, 200);
    }
  };

  const management: Server = createServer((request, response) => {
    manage(request, response).catch(() => response.destroy());
  });
  management.keepAliveTimeout = 120_000;
  management.listen(0, '127.0.0.1');
  await once(management, 'listening');
  const { port } = management.address() as AddressInfo;
  return {
    upgrade: (request, socket, head) => {
      if (new URL(request.url ?? '/', 'http://local').pathname !== socketPath) return false;
      connect(request, socket, head).catch(() => socket.destroy());
      return true;
    },
    connectionsUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = [...connections.values()].map(({ socket }) => once(socket, 'close'));
      for (const { socket } of connections.values()) socket.terminate();
      server.close();
      await Promise.all(closed);
      await Promise.all(disconnecting);
      management.close();
      management.closeAllConnections();
      await once(management, 'close');
    },
  };
};
