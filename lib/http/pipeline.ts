import type { MiddlewareObj } from '@middy/core';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { ErrorDetails } from '#lib/contract/errors.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Failure, Request, Route } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { compress } from './compress.ts';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';
import { head } from './head.ts';
import { headers } from './headers.ts';
import { methods } from './methods.ts';
import { negotiate } from './negotiate.ts';
import { observed } from './observe.ts';
import type { PageRequest } from './page.ts';
import { problems } from './problem.ts';
import { validate } from './validate.ts';

/** The input of a route's logic. */
export interface HandlerRequest<R extends Route> extends Request<R> {
  readonly caller: R['public'] extends true ? undefined : Caller;
  /** The requested page, for a paged route. */
  readonly page: R['paged'] extends true ? PageRequest : undefined;
  /** Scheme and host of the request. */
  readonly origin: string;
  /** Scheme and host of the page that sends the request. */
  readonly site: string;
  /** Answers with one of the errors that the route declares. */
  readonly fail: (code: Failure<R>, details?: ErrorDetails) => never;
}

const fail = (code: never, details?: ErrorDetails): never => {
  throw new ApiError(code, details);
};

export const requestOf = <R extends Route>(
  { caller, params, query, body, origin, site }: Exchange,
  page: PageRequest | undefined,
): HandlerRequest<R> =>
  ({ caller, params, query, body, page, origin, site, fail }) as unknown as HandlerRequest<R>;

/** A Lambda handler, and the route it answers. */
export interface ApiHandler<R extends Route = Route> {
  (event: ApiEvent, context: Context): Promise<ApiAnswer>;
  readonly route: R;
}

type Step = MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext>;

/** The time in which a function that runs out of time still answers with a problem and logs it. */
const timeoutEarlyInMillis = 100;

/**
 * The steps around every route, from the outside in. Each step is one concern in its own file. `admit` has
 * the steps that authenticate the caller: a public route passes none, so its bundle contains no code for
 * them.
 */
export const pipeline = <R extends Route>(
  route: R,
  admit: readonly Step[],
  run: (event: ApiEvent, exchange: Exchange) => Promise<ApiAnswer>,
): ApiHandler<R> => {
  const steps = middy<ApiEvent, ApiAnswer, Error, ExchangeContext>({ timeoutEarlyInMillis })
    .use([
      head(),
      compress(route),
      headers(),
      problems(route),
      ...methods(route),
      negotiate(route),
      ...admit,
      validate(route),
    ])
    .handler((event: ApiEvent, { exchange }: ExchangeContext) => run(event, exchange));
  return Object.assign(observed(route, steps), { route });
};
