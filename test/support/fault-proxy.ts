import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Stands between the functions and the embedded DynamoDB or S3, and makes happen what that cannot: conflicts, throttling,
 * failures. A fault is asked for by a text that the request contains in its URL or body, such as an id or a hash that only one
 * test knows, so that tests that run at the same time do not disturb each other.
 */

export interface Fault {
  /** The requests that are hit: those that contain this text, or any of these. */
  readonly contains: string | readonly string[];
  /** Only this operation, such as `TransactWriteItems`. */
  readonly operation?: string;
  /**
   * `cut`: it never arrives. `lost-answer`: it is done, and nobody is told. `overtaken`: it arrives only after the same
   * has been sent again and answered. The others are DynamoDB's own answers.
   */
  readonly kind:
    | 'conflict'
    | 'refused'
    | 'throttled'
    | 'invalid'
    | 'unwritable'
    | 'cut'
    | 'lost-answer'
    | 'overtaken';
  /** How many requests are hit; absent: all. */
  readonly times?: number;
  /** How many of those that contain the text pass before the first is hit; absent: none. */
  readonly skip?: number;
}

const control = '/faults';

const errorBody = (type: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'Injected', ...more });

/** A transaction that is cancelled because of its first item. */
const cancelled = (Code: string, Message: string) => (body: string) => {
  const { TransactItems = [] } = JSON.parse(body) as { TransactItems?: unknown[] };
  const CancellationReasons = TransactItems.map((_, at) => (at === 0 ? { Code, Message } : { Code: 'None' }));
  return { status: 400, body: errorBody('TransactionCanceledException', { CancellationReasons }) };
};

const answers = {
  conflict: cancelled('TransactionConflict', 'Transaction is ongoing for the item'),
  unwritable: cancelled('ValidationError', 'Item size to update has exceeded the maximum allowed size'),
  refused: () => ({ status: 500, body: errorBody('InternalServerError') }),
  throttled: () => ({ status: 400, body: errorBody('ThrottlingException') }),
  invalid: () => ({ status: 400, body: errorBody('ValidationException') }),
} as const;

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly answer: Buffer;
}

const read = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Told of each request that arrives: what is to be done, and with what. */
export type OnRequest = (operation: string, body: string) => void;

export const startFaultProxy = async (
  target: string,
  onRequest: OnRequest = () => {},
): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const faults = new Map<string, { fault: Fault; met: number; left: number }>();
  /** Requests that wait for the same to be sent again. */
  const held = new Map<string, () => void>();

  const hit = (operation: string | undefined, body: string): Fault | undefined => {
    // No function scans; a test that does goes on from keys that are somebody else's.
    if (operation === 'Scan') return undefined;
    const meant = [...faults.values()].filter(
      ({ fault }) =>
        [fault.contains].flat().some((text) => body.includes(text)) &&
        (fault.operation === undefined || fault.operation === operation),
    );
    for (const one of meant) one.met += 1;
    const found = meant.find(({ fault, met, left }) => left > 0 && met > (fault.skip ?? 0));
    if (found) found.left -= 1;
    return found?.fault;
  };

  const agent = new Agent({ keepAlive: true });
  const forward = (request: IncomingMessage, body: Buffer): Promise<Forwarded> =>
    new Promise((resolve, reject) => {
      const { method = 'POST', headers, url = '/' } = request;
      const outgoing = send(new URL(url, target), { method, headers, agent }, (response) => {
        const { statusCode: status = 500 } = response;
        read(response).then((answer) => resolve({ status, answer, headers: response.headers }), reject);
      });
      outgoing.on('error', reject).end(body);
    });

  const server = createServer(async (request, response) => {
    const body = await read(request);
    if (request.url === control) {
      const { id, fault } = JSON.parse(body.toString()) as { id: string; fault?: Fault };
      if (fault) faults.set(id, { fault, met: 0, left: fault.times ?? Number.POSITIVE_INFINITY });
      response.end(JSON.stringify({ met: faults.get(id)?.met }));
      return;
    }
    const text = `${request.url}\n${body}`;
    const operation = request.headers['x-amz-target']?.toString().split('.').at(-1);
    if (operation) onRequest(operation, body.toString());
    const { kind } = hit(operation, text) ?? {};
    if (kind === 'cut') {
      response.destroy();
      return;
    }
    if (kind === 'overtaken') {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(text, resolve);
      response.destroy();
      await promise;
      await forward(request, body);
      return;
    }
    if (kind && kind !== 'lost-answer') {
      const answer = answers[kind](body.toString());
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
      return;
    }
    const { status, headers, answer } = await forward(request, body);
    if (kind) response.destroy();
    else response.writeHead(status, headers).end(answer);
    held.get(text)?.();
    held.delete(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const tell = async (endpoint: string, body: object): Promise<{ met: number }> => {
  const response = await fetch(`${endpoint}${control}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as { met: number };
};

/** Asks the proxy for a fault, and gives what tells how many requests it could have hit. */
export const inject = async (endpoint: string, fault: Fault): Promise<() => Promise<number>> => {
  const id = randomUUID();
  await tell(endpoint, { id, fault });
  return async () => (await tell(endpoint, { id })).met;
};
