import type * as z from 'zod/mini';
import type { Contract } from '#lib/contract/index.ts';
import type { CallInput, Reply, Route } from '#lib/contract/route.ts';

/**
 * A request that the route accepts as it is, and the answer to it. Ids are those of the entities in
 * `story.ts`.
 */
export type Example<R extends Route> = CallInput<R> &
  (R['response'] extends z.ZodMiniType ? { readonly response: Reply<R> } : unknown) &
  (R['csv'] extends true ? { readonly csv: string } : unknown);

type RouteIn<G, N extends keyof G> = G[N] extends Route ? G[N] : never;

/** One example for each route of a resource: a route without one does not compile. */
export type ExamplesOf<G extends keyof Contract> = {
  readonly [N in keyof Contract[G]]: Example<RouteIn<Contract[G], N>>;
};

/** The end of a list. */
export const lastPage = { has_more: false, next_cursor: null };
