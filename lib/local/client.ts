import type * as z from 'zod/mini';
import type { Contract } from '#lib/contract/index.ts';
import { contract } from '#lib/contract/index.ts';
import type { CallInput, Reply, Route } from '#lib/contract/route.ts';
import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import { callsOf } from '../../clients/typescript/src/core.ts';
import type { CallOptions, ClientOptions } from '../../clients/typescript/src/options.ts';

export type { ClientOptions } from '../../clients/typescript/src/options.ts';
export { ApiProblem } from '../../clients/typescript/src/problem.ts';

/** An answer with its headers. `reply` is undefined if there is no body, as in a 304. */
export interface WithResponse<R extends Route> {
  readonly reply: Reply<R>;
  readonly response: Response;
}

type Input<R extends Route> = CallInput<R> & CallOptions;
type Arguments<R extends Route> =
  Record<never, never> extends CallInput<R> ? [input?: Input<R>] : [input: Input<R>];
type ItemOf<T> = T extends { readonly data: readonly (infer Item)[] } ? Item : never;

/**
 * One operation. Call it for the answer, or use its members for the answer with headers, the items of all
 * pages or the events of a stream.
 */
export type Call<R extends Route> = ((...input: Arguments<R>) => Promise<Reply<R>>) & {
  readonly withResponse: (...input: Arguments<R>) => Promise<WithResponse<R>>;
} & (R['paged'] extends true
    ? {
        readonly pages: (...input: Arguments<R>) => AsyncGenerator<Reply<R>, void>;
        readonly all: (...input: Arguments<R>) => AsyncGenerator<ItemOf<Reply<R>>, void>;
      }
    : unknown) &
  (R['events'] extends z.ZodMiniType
    ? { readonly events: (...input: Arguments<R>) => AsyncGenerator<z.output<R['events']>, void> }
    : unknown);

type RouteIn<G, N extends keyof G> = G[N] extends Route ? G[N] : never;

export type Client = {
  readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Call<RouteIn<Contract[G], N>> };
};

/**
 * A client of the API, typed by the contract: `client.agents.create({ body: { name: 'Reception' } })`. It
 * never retries.
 */
export const createClient = (options: ClientOptions): Client =>
  callsOf(
    Object.fromEntries(
      Object.entries<Record<string, Route>>(contract).map(([resource, routes]) => [
        resource,
        Object.fromEntries(
          Object.entries(routes).map(([name, route]) => [
            name,
            {
              method: methodOf(route),
              path: pathOf(route),
              paged: route.paged,
              writes: changesSomething(route),
              content: route.content,
              events: route.events !== undefined,
            },
          ]),
        ),
      ]),
    ),
    { maxRetries: 0, ...options },
  ) as Client;
