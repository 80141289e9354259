import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Between a program and the platform. `unavailable`: 503 with `Retry-After`. `lost-answer`: the platform does
 * it, and the program loses its connection. `refused`: as if nothing listened yet.
 */
export type Failure = 'unavailable' | 'lost-answer' | 'refused';

export interface Arrival {
  readonly request: IncomingMessage;
  /** The number of other requests before this one, without repeats. */
  readonly nth: number;
  /** The number of earlier attempts of this request. */
  readonly repeats: number;
}

export interface FailingGateway {
  readonly baseUrl: string;
  /** The number of requests that each failure has hit. */
  readonly failures: Readonly<Record<Failure, number>>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const unavailable = { status: 503, code: 'unavailable', title: 'The service is temporarily unavailable' };

/** Each request fails in both ways before it succeeds, and the very first is refused. */
export const failsTwice = ({ nth, repeats }: Arrival): Failure | undefined =>
  (nth === 0
    ? (['refused', 'unavailable', 'lost-answer'] as const)
    : (['unavailable', 'lost-answer'] as const))[repeats];

/**
 * A way to the platform that fails as the test wants: what it returns, once its promise is fulfilled, is the
 * failure.
 */
export const startFailingGateway = async (
  target: string,
  failureOf: (arrival: Arrival) => Failure | undefined | Promise<Failure | undefined>,
): Promise<FailingGateway> => {
  const failures = { unavailable: 0, 'lost-answer': 0, refused: 0 };
  const met = new Map<string, { nth: number; times: number }>();
  const arrivalOf = (request: IncomingMessage): Arrival => {
    const { method, url, headers } = request;
    const id = String(headers['idempotency-key'] ?? `${method} ${url}`);
    const { nth, times } = met.get(id) ?? { nth: met.size, times: 0 };
    met.set(id, { nth, times: times + 1 });
    return { request, nth, repeats: times };
  };

  const server = createServer(async (request, response) => {
    const failure = await failureOf(arrivalOf(request));
    if (failure) failures[failure] += 1;
    if (failure === 'refused') return void request.socket.destroy();
    if (failure === 'unavailable') {
      const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' };
      return void response.writeHead(503, headers).end(JSON.stringify(unavailable));
    }
    const { method = 'GET', headers, url = '/' } = request;
    const outgoing = send(new URL(url, target), { method, headers }, async (answer) => {
      if (failure === 'lost-answer') {
        await once(answer.resume(), 'end');
        return void request.socket.destroy();
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => request.socket.destroy());
    request.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
