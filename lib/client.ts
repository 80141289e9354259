import type { ErrorCode, Fault } from '#lib/contract/errors.ts';
import type { Contract } from '#lib/contract/index.ts';
import { contract } from '#lib/contract/index.ts';
import type { CallInput, Reply, Route } from '#lib/contract/route.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';

/** What may be said with every request. */
export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

/** An answer with its headers; `reply` is undefined where there is no body, as in a 304. */
export interface WithResponse<R extends Route> {
  readonly reply: Reply<R>;
  readonly response: Response;
}

type Input<R extends Route> = CallInput<R> & CallOptions;
type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: Input<R>] : [input: Input<R>];
type ItemOf<T> = T extends { readonly data: readonly (infer Item)[] } ? Item : never;

/** One operation: called for its answer, or asked for the answer with its headers, or for all pages' items. */
export type Call<R extends Route> = ((...input: Arguments<R>) => Promise<Reply<R>>) & {
  readonly withResponse: (...input: Arguments<R>) => Promise<WithResponse<R>>;
} & (R['paged'] extends true
    ? { readonly all: (...input: Arguments<R>) => AsyncGenerator<ItemOf<Reply<R>>, void> }
    : unknown);

type RouteIn<G, N extends keyof G> = G[N] extends Route ? G[N] : never;

export type Client = {
  readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Call<RouteIn<Contract[G], N>> };
};

/** A problem document, thrown (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  /** One of the contract's codes, or one that is newer than this client. */
  readonly code: ErrorCode | (string & {});
  readonly errors: readonly Fault[];
  readonly requestId: string | undefined;
  /** The whole document. */
  readonly problem: Readonly<Record<string, unknown>>;
  readonly headers: Headers;

  constructor(response: Response, problem: Record<string, unknown>) {
    const { code = 'unknown', title, detail, errors = [], request_id } = problem;
    super(`${response.status} ${code}: ${detail ?? title ?? problem.message ?? response.statusText}`);
    this.status = response.status;
    this.code = String(code);
    this.errors = errors as Fault[];
    this.requestId = request_id as string | undefined;
    this.problem = problem;
    this.headers = response.headers;
  }
}

export interface ClientOptions {
  /** Such as `https://abc.execute-api.eu-central-1.amazonaws.com`. */
  readonly baseUrl: string;
  /** Absent: only the public routes answer. */
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
}

interface AnyInput extends CallOptions {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

const urlOf = (route: Route, baseUrl: string, { params = {}, query = {} }: AnyInput): URL => {
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
};

const headersOf = (input: AnyInput, apiKey: string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      accept: 'application/json',
      authorization: apiKey && `Bearer ${apiKey}`,
      'content-type': input.body === undefined ? undefined : 'application/json',
      'idempotency-key': input.idempotencyKey,
      'if-match': input.ifMatch,
      'if-none-match': input.ifNoneMatch,
      'x-request-id': input.requestId,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

const callOf = (route: Route, { baseUrl, apiKey, fetch: send = fetch }: ClientOptions) => {
  const withResponse = async (input: AnyInput = {}) => {
    const response = await send(urlOf(route, baseUrl, input), {
      method: methodOf(route),
      headers: headersOf(input, apiKey),
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    });
    const text = await response.text();
    const reply: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok && response.status !== 304) {
      throw new ApiProblem(response, (reply ?? {}) as Record<string, unknown>);
    }
    return { reply, response };
  };
  const call = async (input?: AnyInput) => (await withResponse(input)).reply;
  const all = async function* (input: AnyInput = {}) {
    let cursor: string | null | undefined;
    do {
      const query = { ...input.query, ...(cursor && { cursor }) };
      const page = (await call({ ...input, query })) as { data: unknown[]; next_cursor: string | null };
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor);
  };
  return Object.assign(call, { withResponse }, route.paged && { all });
};

/** A client of the API, typed by the contract: `client.agents.create({ body: { name: 'Reception' } })`. */
export const createClient = (options: ClientOptions): Client =>
  Object.fromEntries(
    Object.entries<Record<string, Route>>(contract).map(([resource, routes]) => [
      resource,
      Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, callOf(route, options)])),
    ]),
  ) as unknown as Client;
