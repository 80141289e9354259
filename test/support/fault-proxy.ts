import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rulesBrokenBy } from './dynamodb-rules.ts';

/*
 * Stands between the functions and the embedded DynamoDB or S3, and makes happen what that cannot: conflicts,
 * throttling, failures. A fault applies to requests about items with a key, or whose URL or body contains a
 * text that only one test knows, such as an id or a hash, so that tests that run at the same time do not
 * disturb each other.
 */

/** An item by its key, or those of a partition, or those of it whose sort keys begin so. */
export interface ItemKey {
  readonly pk: string;
  readonly sk?: string;
}

/** The requests that are meant: about items with the key, or with the text, or with any of the texts. */
export type Meant =
  | { readonly key: ItemKey; readonly contains?: undefined }
  | { readonly contains: string | readonly string[]; readonly key?: undefined };

export type Fault = Meant & FaultOptions;

interface FaultOptions {
  /** Only this operation, such as `TransactWriteItems`. */
  readonly operation?: string;
  /**
   * `cut`: the request never arrives. `lost-answer`: it is carried out, and its answer is lost. `overtaken`:
   * it arrives only after its repetition was answered. `unprocessed`: nothing of a batch is carried out. The
   * others are DynamoDB's own answers.
   */
  readonly kind:
    | 'conflict'
    | 'refused'
    | 'throttled'
    | 'hot'
    | 'in-progress'
    | 'invalid'
    | 'unwritable'
    | 'unprocessed'
    | 'cut'
    | 'lost-answer'
    | 'overtaken';
  /** The number of requests to hit; absent: all. */
  readonly times?: number;
  /** The number of requests with the text to let pass before the first hit; absent: none. */
  readonly skip?: number;
}

/** A request that is held when it arrives, until the test lets it go. */
export type Hold = Meant & Pick<Fault, 'operation'>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a request reads or writes such an item: by its key, as an item, or by a query of its partition. */
const isAbout = (value: unknown, key: ItemKey): boolean => {
  if (!isObject(value)) return false;
  const begins = (text: unknown) => typeof text === 'string' && text.startsWith(key.sk ?? '');
  const { pk, sk, ExpressionAttributeValues: asked } = value;
  if (isObject(pk) && pk.S === key.pk && isObject(sk) && begins(sk.S)) return true;
  if (isObject(asked)) {
    const texts = Object.values(asked).map((one) => (isObject(one) ? one.S : undefined));
    if (
      texts.includes(key.pk) &&
      (key.sk === undefined || texts.some((text) => text !== key.pk && begins(text)))
    )
      return true;
  }
  return Object.values(value).some((inner) => isAbout(inner, key));
};

const isMeant = ({ key, contains }: Meant, request: string): boolean => {
  if (contains !== undefined) return [contains].flat().some((text) => request.includes(text));
  // Most requests are about something else, which is seen without parsing them.
  const body = request.slice(request.indexOf('\n') + 1);
  return body.includes(key.pk) && isAbout(JSON.parse(body), key);
};

const control = '/faults';

const errorBody = (type: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'Injected', ...more });

/** A transaction that is cancelled because of its first item. */
const cancelled = (Code: string, Message: string) => (body: string) => {
  const { TransactItems = [] } = JSON.parse(body) as { TransactItems?: unknown[] };
  const CancellationReasons = TransactItems.map((_, at) => (at === 0 ? { Code, Message } : { Code: 'None' }));
  return { status: 400, body: errorBody('TransactionCanceledException', { CancellationReasons }) };
};

/** A transaction or another write that is refused because a transaction with the item is in progress. */
const conflict = (body: string) =>
  'TransactItems' in (JSON.parse(body) as object)
    ? cancelled('TransactionConflict', 'Transaction is ongoing for the item')(body)
    : { status: 400, body: errorBody('TransactionConflictException') };

/** A batch that DynamoDB puts off, which is no failure. */
const unprocessed = (body: string) => {
  const { RequestItems } = JSON.parse(body) as { RequestItems: unknown };
  const answer = { Responses: {}, UnprocessedKeys: RequestItems, UnprocessedItems: RequestItems };
  return { status: 200, body: JSON.stringify(answer) };
};

const answers = {
  unprocessed,
  conflict,
  unwritable: cancelled('ValidationError', 'Item size to update has exceeded the maximum allowed size'),
  refused: () => ({ status: 500, body: errorBody('InternalServerError') }),
  throttled: () => ({ status: 400, body: errorBody('ThrottlingException') }),
  /** One item of a transaction is throttled, which the SDK does not try again. */
  hot: cancelled('ThrottlingError', 'Throughput exceeds the current capacity of your table or index'),
  'in-progress': () => ({ status: 400, body: errorBody('TransactionInProgressException') }),
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
  /** Told of each request that DynamoDB would refuse; it is refused here as well. */
  onBroken: (sentence: string) => void = (sentence) => console.error(sentence),
): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const faults = new Map<
    string,
    { id: string; fault: Fault; met: string[]; left: number; uncounted: boolean }
  >();
  /** Requests that are waited for, and then wait themselves. */
  const holds = new Map<
    string,
    { hold: Hold; taken: boolean; arrived: () => void; released: Promise<void> }
  >();
  const waits = new Map<string, { arrived: Promise<void>; release: () => void }>();
  /** Requests that wait for the same to be sent again. */
  const held = new Map<string, () => void>();

  const hit = (operation: string | undefined, body: string): Fault | undefined => {
    // No function scans; a test that does goes on from keys that are somebody else's.
    if (operation === 'Scan') return undefined;
    const meant = [...faults.values()].filter(
      ({ fault }) => isMeant(fault, body) && (fault.operation === undefined || fault.operation === operation),
    );
    for (const one of meant) one.met.push(operation ?? '');
    const found = meant.find(({ fault, met, left }) => left > 0 && met.length > (fault.skip ?? 0));
    if (!found) return undefined;
    found.left -= 1;
    if (found.left === 0 && found.uncounted) faults.delete(found.id);
    return found.fault;
  };

  const concerns = (hold: Hold, operation: string | undefined, body: string): boolean =>
    operation !== 'Scan' &&
    (hold.operation === undefined || hold.operation === operation) &&
    isMeant(hold, body);

  const untilReleased = async (operation: string | undefined, body: string): Promise<void> => {
    const found = [...holds.values()].find((one) => !one.taken && concerns(one.hold, operation, body));
    if (!found) return;
    found.taken = true;
    found.arrived();
    await found.released;
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
      const {
        id,
        fault,
        uncounted = false,
        hold,
        waitFor,
        release,
        end,
      } = JSON.parse(body.toString()) as Order;
      if (hold) {
        const [arrival, releasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        holds.set(id, { hold, taken: false, arrived: arrival.resolve, released: releasing.promise });
        waits.set(id, { arrived: arrival.promise, release: releasing.resolve });
      }
      if (waitFor) await waits.get(id)?.arrived;
      if (release) {
        // Nobody waits for its arrival any more.
        holds.get(id)?.arrived();
        holds.delete(id);
        waits.get(id)?.release();
      }
      if (fault) {
        const left = fault.times ?? Number.POSITIVE_INFINITY;
        faults.set(id, { id, fault, met: [], left, uncounted });
      }
      response.end(JSON.stringify({ met: faults.get(id)?.met }));
      if (end) faults.delete(id);
      return;
    }
    const text = `${request.url}\n${body}`;
    const operation = request.headers['x-amz-target']?.toString().split('.').at(-1);
    if (operation) onRequest(operation, body.toString());
    const broken = operation ? rulesBrokenBy(operation, body.toString()) : [];
    if (broken.length > 0) {
      onBroken(`${operation}: ${broken.join('; ')}`);
      const message = `DynamoDB would refuse it: ${broken.join('; ')}`;
      response
        .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
        .end(errorBody('ValidationException', { message }));
      return;
    }
    await untilReleased(operation, text);
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
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const { release } of waits.values()) release();
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

/** A test's order to the proxy. */
interface Order {
  readonly id: string;
  readonly fault?: Fault;
  /** Nobody asks what the fault has met, so that it is forgotten after its last hit. */
  readonly uncounted?: true;
  readonly hold?: Hold;
  /** Answers once the request that is to be held has arrived. */
  readonly waitFor?: true;
  readonly release?: true;
  readonly end?: true;
}

const tell = async (endpoint: string, body: Order): Promise<{ met: readonly string[] }> => {
  const response = await fetch(`${endpoint}${control}`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as { met: readonly string[] };
};

/** A fault that was asked for. */
export interface Injected {
  /** The number of requests that it could have hit so far. */
  readonly met: () => Promise<number>;
  /**
   * The operations of these requests. The fault ends, which spares all later requests a comparison with it.
   */
  readonly end: () => Promise<readonly string[]>;
}

/** Asks the proxy for a fault. */
export const inject = async (endpoint: string, fault: Fault): Promise<Injected> => {
  const id = randomUUID();
  await tell(endpoint, { id, fault });
  return {
    met: async () => (await tell(endpoint, { id })).met.length,
    end: async () => (await tell(endpoint, { id, end: true })).met,
  };
};

/** The same, without a count: once all of its hits are made, it costs later requests nothing. */
export const injectUncounted = async (endpoint: string, fault: Fault): Promise<void> => {
  await tell(endpoint, { id: randomUUID(), fault, uncounted: true });
};

/** A request that is held. */
export interface Held {
  /**
   * Resolves when it has arrived. Fails, and holds nothing any more, if `task`, which is to make it, ends
   * without it: no test waits for what never comes.
   */
  readonly arrived: (task: Promise<unknown>) => Promise<void>;
  readonly release: () => Promise<unknown>;
}

/**
 * Asks the proxy to hold the next request of that kind when it arrives, so that another can be through before
 * it.
 */
export const holdNext = async (endpoint: string, hold: Hold): Promise<Held> => {
  const id = randomUUID();
  await tell(endpoint, { id, hold });
  const release = () => tell(endpoint, { id, release: true });
  return {
    arrived: async (task) => {
      const ended = task.then(
        () => 'it ended',
        (error: unknown) => String(error),
      );
      const arrival = tell(endpoint, { id, waitFor: true }).then(() => undefined);
      const without = await Promise.race([arrival, ended]);
      if (without === undefined) return;
      await release();
      throw new Error(`It made no such request: ${without}`);
    },
    release,
  };
};

/**
 * Lets a task go on until it makes a certain request, does something else meanwhile, and lets the task go on:
 * its result. So a race is decided by the test, and not by luck.
 */
export const overtaken = async <T>(
  endpoint: string,
  hold: Hold,
  task: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> => {
  const held = await holdNext(endpoint, hold);
  const result = task();
  await held.arrived(result);
  try {
    await meanwhile();
  } finally {
    await held.release();
  }
  return result;
};
