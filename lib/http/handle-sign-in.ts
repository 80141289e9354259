import type { ErrorCode } from '#lib/contract/errors.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Reply, Route } from '#lib/contract/route.ts';
import { prefers } from '#lib/domain/accept.ts';
import { answer } from './answer.ts';
import type { ApiAnswer, ApiEvent, Exchange } from './exchange.ts';
import { jsonType } from './negotiate.ts';
import type { ApiHandler, HandlerRequest } from './pipeline.ts';
import { pipeline, requestOf } from './pipeline.ts';

type SignInRoute = Route & { readonly public: true };

/** The input of such a route's logic: the usual fields, and what it needs of the browser. */
export interface SignInRequest<R extends SignInRoute> extends HandlerRequest<R> {
  readonly event: ApiEvent;
  readonly address: string;
}

/** An answer, and the cookies that it sets. */
export interface WithCookies<R extends Route> {
  readonly reply: Reply<R>;
  readonly cookies: readonly string[];
}

/**
 * A person sees the console and not a problem document. Wrong input and a busy table have their own answers.
 * Everything else is one reason among many, which only the log has.
 */
const pages: Partial<Record<ErrorCode, string>> = {
  sign_in_refused: '/sign-in?refused=true',
  rate_limited: '/sign-in?refused=busy',
};

const refusal = (
  route: Route,
  { headers }: ApiEvent,
  { requestId, site }: Exchange,
  error: Error,
): ApiAnswer => {
  const code: ErrorCode = error instanceof ApiError ? error.code : 'sign_in_refused';
  const page = pages[code];
  if (page === undefined) throw error;
  console.warn({ message: 'A sign-in was refused', request_id: requestId, reason: error.message });
  const { redirect } = route;
  if (redirect && prefers(headers.accept, redirect.type, jsonType)) {
    return { statusCode: 302, headers: { location: `${site}${page}` } };
  }
  throw code === 'sign_in_refused' ? new ApiError(code) : error;
};

/**
 * Turns a route of signing in into a Lambda handler. Every refusal has the same answer, whatever the reason.
 */
export const handleSignIn = <R extends SignInRoute>(
  route: R,
  logic: (request: SignInRequest<R>) => Promise<WithCookies<R>>,
): ApiHandler<R> =>
  pipeline(route, [], async (event, exchange) => {
    try {
      const { address } = exchange;
      const { reply, cookies } = await logic({ ...requestOf<R>(exchange, undefined), event, address });
      return { ...answer(route, event, exchange, reply), cookies: [...cookies] };
    } catch (error) {
      return refusal(route, event, exchange, error as Error);
    }
  });
