import type { Reply, Route } from '#lib/contract/route.ts';
import { answer } from './answer.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

/** Turns a route that requires no API key into a Lambda handler. */
export const handlePublic = <R extends Route & { readonly public: true }>(
  route: R,
  logic: (request: HandlerRequest<R>) => Promise<Reply<R>>,
): ApiHandler<R> =>
  pipeline(route, [], async (event, exchange) =>
    answer(route, event, exchange, await logic(requestOf<R>(exchange, undefined))),
  );
