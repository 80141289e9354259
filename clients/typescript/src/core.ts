import { problemOf, replyOf } from './answer.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { longestPauseMs, mayPass, pauseMs, sleep } from './retries.ts';
import { eventsOf } from './stream.ts';
import type { TimeLimit } from './time-limit.ts';
import { timeLimit } from './time-limit.ts';

/** The client's description of a route. */
export interface RouteInfo {
  readonly method: string;
  /** Such as `/v1/agents/{agent_id}`. */
  readonly path: string;
  /** The answer is a page of a list. */
  readonly paged?: boolean | undefined;
  /** The request changes something, and takes an `Idempotency-Key` so that it can be repeated. */
  readonly writes?: boolean | undefined;
  /** The media type of the answer, where it is not JSON. */
  readonly content?: string | undefined;
  /** The answer is a stream of events, which ends with `done` or `error`. */
  readonly events?: boolean | undefined;
}

interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly reply: unknown;
  readonly response: Response;
}

/** A URL drops `.` and `..` even when they are encoded, so the request would reach another route. */
const segment = (name: string, value: string | undefined): string => {
  if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is not an id: "${value}"`);
  return encodeURIComponent(value);
};

/** A parameter as it is sent: each of several values, and each key of an object as `name.key`. */
const pairsOf = (name: string, value: unknown): [string, string][] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(name, one));
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}.${key}`, one));
};

const urlOf = ({ path }: RouteInfo, baseUrl: string, { params = {}, query = {} }: AnyInput): URL => {
  const url = new URL(baseUrl);
  url.pathname =
    url.pathname.replace(/\/+$/, '') + path.replace(/{(\w+)}/g, (_, name) => segment(name, params[name]));
  for (const [name, value] of Object.entries(query)) {
    for (const pair of pairsOf(name, value)) url.searchParams.append(...pair);
  }
  return url;
};

const headersOf = (
  { content = 'text/*' }: RouteInfo,
  input: AnyInput,
  apiKey: string | undefined,
): Record<string, string> => {
  const headers = {
    accept: `application/json, ${content};q=0.5`,
    authorization: apiKey && `Bearer ${apiKey}`,
    'content-type': input.body === undefined ? undefined : 'application/json',
    'idempotency-key': input.idempotencyKey,
    'if-match': input.ifMatch,
    'if-none-match': input.ifNoneMatch,
    'x-request-id': input.requestId,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
};

/** Unique. `crypto.randomUUID` is missing on pages without HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** An answer. Its body is read, unless it is a stream that its reader ends. */
interface FoundResponse {
  readonly response: Response;
  readonly text: string;
  readonly limit: TimeLimit;
}

/** Sends one attempt, which ends with the caller's signal or after its time. */
const attempt = async (
  send: typeof fetch,
  url: URL,
  init: RequestInit,
  limit: TimeLimit,
  streams: boolean,
): Promise<FoundResponse> => {
  let isOpen = false;
  try {
    const response = await send(url, { ...init, signal: limit.signal });
    isOpen = streams && response.ok;
    return { response, text: isOpen ? '' : await response.text(), limit };
  } finally {
    if (!isOpen) limit.end();
  }
};

const callOf = (
  route: RouteInfo,
  options: Required<Pick<ClientOptions, 'timeoutMs' | 'maxRetries'>> & ClientOptions,
) => {
  const answered = async (input: AnyInput, streams = false): Promise<FoundResponse> => {
    const { signal, timeoutMs = options.timeoutMs, maxRetries = options.maxRetries } = input;
    const idempotencyKey = input.idempotencyKey ?? (route.writes && maxRetries > 0 ? newKey() : undefined);
    const headers = headersOf(route, { ...input, ...(idempotencyKey && { idempotencyKey }) }, options.apiKey);
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const url = urlOf(route, options.baseUrl, input);
    const send = options.fetch ?? fetch;
    // The service may have carried out a request whose answer was lost.
    const isRepeatable = route.method === 'GET' || idempotencyKey !== undefined;
    for (let count = 0; ; count += 1) {
      const found = await attempt(
        send,
        url,
        { method: route.method, headers, ...body },
        timeLimit(timeoutMs, signal),
        streams,
      ).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (count >= maxRetries || !isRepeatable) throw error;
        return undefined;
      });
      const pause = pauseMs(count, found?.response);
      if (found) {
        const { response, text } = found;
        if (response.ok || response.status === 304) return found;
        if (count >= maxRetries || !mayPass(response) || pause > longestPauseMs)
          throw problemOf(response, text);
      }
      await sleep(pause, signal);
    }
  };
  const withResponse = async (input: AnyInput = {}): Promise<Answer> => {
    const { response, text } = await answered(input);
    return { reply: replyOf(response, text, route), response };
  };
  const call = async (input?: AnyInput) => (await withResponse(input)).reply;
  const pages = async function* (input: AnyInput = {}) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...input.query, ...(cursor && { cursor }) };
      const page = (await call({ ...input, query })) as { data: unknown[]; next_cursor: string | null };
      yield page;
      cursor = page.next_cursor;
    }
  };
  const all = async function* (input: AnyInput = {}) {
    for await (const { data } of pages(input)) yield* data;
  };
  const events = async function* (input: AnyInput = {}) {
    const { response, limit } = await answered(input, true);
    try {
      yield* eventsOf(response, limit, input.signal);
    } finally {
      limit.end();
    }
  };
  return Object.assign(call, { withResponse }, route.paged && { pages, all }, route.events && { events });
};

type Routes = Readonly<Record<string, Readonly<Record<string, RouteInfo>>>>;

/** The operations of the API as functions, by resource and name. Their types are the caller's to say. */
export const callsOf = (
  routes: Routes,
  options: ClientOptions & { readonly maxRetries: number },
): unknown => {
  const settled = { timeoutMs: 60_000, ...options };
  return Object.fromEntries(
    Object.entries(routes).map(([resource, operations]) => [
      resource,
      Object.fromEntries(Object.entries(operations).map(([name, route]) => [name, callOf(route, settled)])),
    ]),
  );
};
