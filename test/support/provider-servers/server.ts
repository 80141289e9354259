import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { AccountProvider } from '#lib/contract/integrations.ts';
import { isHostName } from '#lib/contract/integrations.ts';
import { faultsOf } from './schemas.ts';

/*
 * Stands in for the providers' APIs. An account is whatever an API key opens: each test has one of its own,
 * fills it, says what is to go wrong, and looks at what was asked. What is not valid by the provider's own
 * document is refused, and noted.
 */

export type Json = Record<string, unknown>;

/**
 * The server's failures. `refused`, `unauthorized`, `limited`, `down`: nothing is done. `broken`, `silent`,
 * `cut`: the request is carried out, and the answer is an error, never comes, or is cut off.
 */
export type Trouble = 'refused' | 'unauthorized' | 'limited' | 'down' | 'broken' | 'silent' | 'cut';

export interface Plan {
  /** The beginning of method and path, such as `POST /create-agent`. */
  readonly at: string;
  readonly trouble: Trouble;
  /** The number of times; absent: always. */
  readonly times?: number;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The objects in an account, by kind and id. */
export type Collections = Record<string, Record<string, Json>>;

export interface AccountState {
  readonly collections: Collections;
  readonly asked: readonly Asked[];
}

export interface Account {
  collections: Collections;
  asked: Asked[];
  plans: (Plan & { left: number })[];
  /** Requests that are never answered. */
  hanging: ServerResponse[];
}

export interface Request {
  readonly account: Account;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Json;
  /** The body as it was sent, whatever its type. */
  readonly text: string;
  readonly baseUrl: string;
}

/** JSON to answer with, or bytes, or where to go. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly bytes: Buffer; readonly type: string }
  | { readonly location: string };

export type Routes = Readonly<Record<string, (request: Request) => Reply>>;

export interface ProviderServer {
  readonly provider: AccountProvider;
  readonly keyOf: (headers: IncomingMessage['headers']) => string | undefined;
  readonly routes: Routes;
  readonly errorOf: (status: number, message: string) => unknown;
  /** Its sockets by their paths. */
  readonly sockets?: Readonly<Record<string, ProviderSocket>>;
}

interface ProviderSocket {
  /** Whether a request to open it is of an account. */
  readonly isOf: (account: Account, asked: { readonly protocols: readonly string[] }) => boolean;
  readonly open: (socket: WebSocket, account: Account) => void;
}

const control = '/_accounts/';

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
};

const newAccount = (): Account => ({ collections: {}, asked: [], plans: [], hanging: [] });

/** The members of a collection of an account, which is made when it is first used. */
export const collectionOf = ({ collections }: Account, name: string): Record<string, Json> => {
  collections[name] ??= {};
  return collections[name];
};

/** Serves the APIs of all providers, each under a path of its own. */
export const startProviderServers = async (servers: readonly ProviderServer[]) => {
  const accounts = new Map<string, Account>();
  const violations: string[] = [];
  let origin = '';

  const accountOf = (key: string): Account => {
    const account = accounts.get(key) ?? newAccount();
    accounts.set(key, account);
    return account;
  };

  const send = (
    response: ServerResponse,
    status: number,
    json: unknown,
    headers: Record<string, string> = {},
  ) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));

  const sendReply = (response: ServerResponse, reply: Reply): void => {
    if ('json' in reply) send(response, reply.status ?? 200, reply.json);
    else if ('bytes' in reply) response.writeHead(200, { 'content-type': reply.type }).end(reply.bytes);
    else response.writeHead(302, { location: reply.location }).end();
  };

  const manage = (request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void => {
    const account = accountOf(key);
    if (request.method === 'POST') {
      const {
        collections = {},
        plans,
        release,
      } = JSON.parse(body.toString()) as {
        collections?: Collections;
        plans?: Plan[];
        release?: boolean;
      };
      if (release) for (const hanging of account.hanging.splice(0)) hanging.destroy();
      for (const [name, members] of Object.entries(collections))
        Object.assign(collectionOf(account, name), members);
      if (plans)
        account.plans = plans.map((plan) => ({ ...plan, left: plan.times ?? Number.POSITIVE_INFINITY }));
    }
    const { collections, asked } = account;
    send(response, 200, { collections, asked } satisfies AccountState);
  };

  const troubleAt = (account: Account, place: string): Trouble | undefined => {
    const plan = account.plans.find(({ at, left }) => left > 0 && place.startsWith(at));
    if (plan) plan.left -= 1;
    return plan?.trouble;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://server');
    if (pathname.startsWith(control)) return manage(request, response, pathname.slice(control.length), body);

    const [, name = '', ...rest] = pathname.split('/');
    const path = `/${rest.join('/')}`;
    const { method = 'GET' } = request;
    const server = servers.find(({ provider }) => provider === name);
    if (!server) return void send(response, 404, {});
    const fail = (status: number, message: string, headers?: Record<string, string>) =>
      void send(response, status, server.errorOf(status, message), headers);
    // An address that is a secret by itself names its account.
    const key = server.keyOf(request.headers) ?? query.get('account') ?? undefined;
    // Some providers quote the key, or the end of it.
    if (!key || key.startsWith('bad-'))
      return fail(401, `Invalid API key: "${key}", which ends in ${key?.slice(-10)}.`);
    const account = accountOf(key);
    const isJson = request.headers['content-type']?.startsWith('application/json');
    const sent = isJson ? (JSON.parse(body.toString()) as Json) : undefined;
    account.asked.push({
      method,
      path,
      query: Object.fromEntries(query),
      body: sent ?? (body.length > 0 ? body.toString() : undefined),
    });

    const { provider } = server;
    const faults = isHostName(provider) ? faultsOf(provider, method, path, query, sent) : [];
    if (faults.length > 0) {
      violations.push(`${name}: ${method} ${path}: ${faults.join('; ')}`);
      return fail(422, faults.join('; '));
    }
    const trouble = troubleAt(account, `${method} ${path}`);
    if (trouble === 'refused') return fail(422, 'It is refused');
    if (trouble === 'unauthorized') return fail(401, 'Invalid API key');
    if (trouble === 'limited') return fail(429, 'Too many requests', { 'retry-after': '1' });
    if (trouble === 'down') return void response.destroy();

    for (const [template, route] of Object.entries(server.routes)) {
      const [verb = '', pattern = ''] = template.split(' ');
      const found = new RegExp(`^${pattern.replace(/{}/g, '([^/]+)')}$`).exec(path);
      if (verb !== method || !found) continue;
      const params = found.slice(1).map(decodeURIComponent);
      const baseUrl = `${origin}/${name}`;
      const reply = route({ account, params, query, body: sent ?? {}, text: body.toString(), baseUrl });
      if (trouble === 'broken') return fail(500, 'Something broke');
      if (trouble === 'silent') return void account.hanging.push(response);
      if (trouble === 'cut') return void response.destroy();
      return sendReply(response, reply);
    }
    fail(404, 'Not found');
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push(String(error instanceof Error ? error.stack : error));
      response.destroy();
    });
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  server.on('upgrade', (request, connection, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    const [, name = '', ...rest] = pathname.split('/');
    const opened = servers.find(({ provider }) => provider === name)?.sockets?.[`/${rest.join('/')}`];
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    const account = [...accounts.values()].find((one) => opened?.isOf(one, { protocols }));
    if (!opened || !account) {
      connection.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => opened.open(socket, account));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** The requests that the providers would not understand. */
    violations,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

let made = 0;

/** Makes a member of a collection, under an id of its own. */
export const addTo = (account: Account, name: string, prefix: string, idField: string, body: Json): Json => {
  made += 1;
  const id = `${prefix}_${made}`;
  const member = { ...body, [idField]: id };
  collectionOf(account, name)[id] = member;
  return member;
};

/** Replaces the top-level members that are sent. */
export const changeIn = (account: Account, name: string, id: string, body: Json): Json | undefined => {
  const before = collectionOf(account, name)[id];
  if (!before) return undefined;
  const after = { ...before, ...body };
  collectionOf(account, name)[id] = after;
  return after;
};

export const removeFrom = (account: Account, name: string, id: string): boolean => {
  const members = collectionOf(account, name);
  const isThere = id in members;
  delete members[id];
  return isThere;
};

export const json = (value: unknown, status = 200): Reply => ({ status, json: value });

/** A page of items that begins at an opaque cursor. */
export const pageOf = <T>(items: readonly T[], cursor: string | null | undefined, size: number) => {
  const from = cursor ? Number(Buffer.from(cursor, 'base64url').toString()) : 0;
  const until = from + size;
  return {
    items: items.slice(from, until),
    next: until < items.length ? Buffer.from(String(until)).toString('base64url') : null,
  };
};
