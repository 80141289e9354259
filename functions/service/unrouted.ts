import middy from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import { allowedAt } from '#lib/http/allowed.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from '#lib/http/exchange.ts';
import { head } from '#lib/http/head.ts';
import { headers } from '#lib/http/headers.ts';
import { otherMethod } from '#lib/http/methods.ts';
import { observed } from '#lib/http/observe.ts';
import { problems } from '#lib/http/problem.ts';

const refuse = async ({ rawPath, requestContext }: ApiEvent): Promise<ApiAnswer> => {
  const allow = allowedAt(rawPath);
  if (allow === undefined) throw new ApiError('route_not_found');
  return otherMethod(requestContext.http.method, allow);
};

/** Answers requests for which there is no route. */
export const handler = observed(
  { key: '$default' },
  middy<ApiEvent, ApiAnswer, Error, ExchangeContext>().use([head(), headers(), problems()]).handler(refuse),
);
