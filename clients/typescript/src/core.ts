import { ApiProblem } from './problem.ts';

/** What the client knows of a route. */
export interface RouteInfo {
  readonly method: string;
  /** Such as `/v1/agents/{agent_id}`. */
  readonly path: string;
  /** The answer is a page of a list. */
  readonly paged?: boolean | undefined;
  /** The request changes something, so that it needs an `Idempotency-Key` to be repeated. */
  readonly writes?: boolean | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Sent as `Idempotency-Key`. By default each change gets a random one if it may be retried. */
  readonly idempotencyKey?: string;
  /** Sent as `If-Match`: the change is made only if the entity’s `ETag` is still this one. */
  readonly ifMatch?: string;
  /** Sent as `If-None-Match`: the answer is empty if the entity’s `ETag` is still this one. */
  readonly ifNoneMatch?: string;
  /** Sent as `X-Request-Id`. */
  readonly requestId?: string;
  /** Cancels the call, with its retries. */
  readonly signal?: AbortSignal;
  /** The longest time for one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** How often a failed call is repeated at most. */
  readonly maxRetries?: number;
}

export interface ClientOptions {
  /** Such as `https://abc123.execute-api.eu-central-1.amazonaws.com`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Without it only public routes answer. */
  readonly apiKey?: string;
  /** By default the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** The longest time for one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** How often a failed call is repeated at most. */
  readonly maxRetries?: number;
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

const urlOf = ({ path }: RouteInfo, baseUrl: string, { params = {}, query = {} }: AnyInput): URL => {
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(filled, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
};

const headersOf = (input: AnyInput, apiKey: string | undefined): Record<string, string> => {
  const headers = {
    accept: 'application/json, text/*;q=0.5',
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

/** Unique, not secret: insecure pages and Node 18 have no `crypto.randomUUID`. */
const newKey = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 10)).join('-');

const longestWaitMs = 60_000;

/** The pause that the server asks for, or one that doubles, with jitter so that clients do not return all at once. */
const pauseMs = (attempt: number, response: Response | undefined): number => {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isNaN(asked) ? Math.min(8000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2) : asked * 1000;
};

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

const passing = new Set([408, 429, 500, 502, 503, 504]);

const mayPass = (response: Response): boolean =>
  passing.has(response.status) || (response.status === 409 && response.headers.has('retry-after'));

/** Sends one attempt, which ends with the caller's signal or after its time. */
const attempt = async (
  send: typeof fetch,
  url: URL,
  init: RequestInit,
  timeoutMs: number,
  signal?: AbortSignal,
) => {
  signal?.throwIfAborted();
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    () => own.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  );
  try {
    const response = await send(url, { ...init, signal: own.signal });
    return { response, text: await response.text() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** A proxy between client and service may answer with anything. */
const problemOf = (reply: unknown): Record<string, unknown> =>
  typeof reply === 'object' && reply !== null
    ? (reply as Record<string, unknown>)
    : { message: String(reply ?? '').slice(0, 200) };

const parse = ({ headers }: Response, text: string): unknown => {
  if (headers.get('content-type')?.startsWith('text/')) return text;
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

const callOf = (
  route: RouteInfo,
  options: Required<Pick<ClientOptions, 'timeoutMs' | 'maxRetries'>> & ClientOptions,
) => {
  const withResponse = async (input: AnyInput = {}): Promise<Answer> => {
    const { signal, timeoutMs = options.timeoutMs, maxRetries = options.maxRetries } = input;
    const idempotencyKey = input.idempotencyKey ?? (route.writes && maxRetries > 0 ? newKey() : undefined);
    const headers = headersOf({ ...input, ...(idempotencyKey && { idempotencyKey }) }, options.apiKey);
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const url = urlOf(route, options.baseUrl, input);
    const send = options.fetch ?? fetch;
    for (let count = 0; ; count += 1) {
      const found = await attempt(
        send,
        url,
        { method: route.method, headers, ...body },
        timeoutMs,
        signal,
      ).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (count >= maxRetries) throw error;
        return undefined;
      });
      if (found) {
        const { response, text } = found;
        const reply = parse(response, text);
        if (response.ok || response.status === 304) return { reply, response };
        const wait = pauseMs(count, response);
        if (count >= maxRetries || !mayPass(response) || wait > longestWaitMs) {
          throw new ApiProblem(response, problemOf(reply));
        }
      }
      await sleep(pauseMs(count, found?.response), signal);
    }
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
  return Object.assign(call, { withResponse }, route.paged && { pages, all });
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
