import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Stands between the functions and the embedded DynamoDB, and makes happen what that cannot: conflicts, throttling,
 * failures. A fault is asked for by a text that the DynamoDB request contains, such as an id or a hash that only one
 * test knows, so that tests that run at the same time do not disturb each other.
 */

export interface Fault {
  /** The requests that are hit: those that contain this text. */
  readonly contains: string;
  /** Only this operation, such as `TransactWriteItems`. */
  readonly operation?: string;
  readonly kind: 'conflict' | 'refused' | 'throttled' | 'invalid' | 'lost-answer';
  /** How many requests are hit; absent: all. */
  readonly times?: number;
}

const control = '/faults';

const errorBody = (type: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'Injected', ...more });

const answers = {
  conflict: (body: string) => {
    const { TransactItems = [] } = JSON.parse(body) as { TransactItems?: unknown[] };
    const CancellationReasons = TransactItems.map((_, at) =>
      at === 0
        ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
        : { Code: 'None' },
    );
    return { status: 400, body: errorBody('TransactionCanceledException', { CancellationReasons }) };
  },
  refused: () => ({ status: 500, body: errorBody('InternalServerError') }),
  throttled: () => ({ status: 400, body: errorBody('ThrottlingException') }),
  invalid: () => ({ status: 400, body: errorBody('ValidationException') }),
} as const;

const read = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
};

export const startFaultProxy = async (
  target: string,
): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const faults: { fault: Fault; left: number }[] = [];

  const hit = (operation: string | undefined, body: string): Fault | undefined => {
    const found = faults.find(
      ({ fault, left }) =>
        left > 0 &&
        body.includes(fault.contains) &&
        (fault.operation === undefined || fault.operation === operation),
    );
    if (found) found.left -= 1;
    return found?.fault;
  };

  const agent = new Agent({ keepAlive: true });
  const forward = (request: IncomingMessage, body: Buffer): Promise<{ status: number; answer: Buffer }> =>
    new Promise((resolve, reject) => {
      const { method = 'POST', headers } = request;
      const outgoing = send(target, { method, headers, agent }, (response) => {
        read(response).then((answer) => resolve({ status: response.statusCode ?? 500, answer }), reject);
      });
      outgoing.on('error', reject).end(body);
    });

  const server = createServer(async (request, response) => {
    const body = await read(request);
    if (request.url === control) {
      const fault = JSON.parse(body.toString()) as Fault;
      faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
      response.end();
      return;
    }
    const fault = hit(request.headers['x-amz-target']?.toString().split('.').at(-1), body.toString());
    if (fault && fault.kind !== 'lost-answer') {
      const answer = answers[fault.kind](body.toString());
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
      return;
    }
    const { status, answer } = await forward(request, body);
    if (fault) response.destroy();
    else response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
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

/** Asks the proxy for a fault. */
export const inject = async (endpoint: string, fault: Fault): Promise<void> => {
  await fetch(`${endpoint}${control}`, { method: 'POST', body: JSON.stringify(fault) });
};
