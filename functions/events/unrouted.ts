import middy from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import { operations } from '#lib/contract/index.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from '#lib/http/exchange.ts';
import { headers } from '#lib/http/headers.ts';
import { observed } from '#lib/http/observe.ts';
import { problems } from '#lib/http/problem.ts';

const routes = operations.map(({ route }) => ({
  method: methodOf(route),
  path: new RegExp(`^${pathOf(route).replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]+')}$`),
}));

const refuse = async ({ rawPath }: ApiEvent): Promise<ApiAnswer> => {
  const allowed = routes.filter(({ path }) => path.test(rawPath)).map(({ method }) => method);
  if (allowed.length === 0) throw new ApiError('route_not_found');
  const allow = [...new Set(allowed)].join(', ');
  throw new ApiError('method_not_allowed', { detail: `It takes ${allow}`, headers: { allow } });
};

/** Answers what no route is for. */
export const handler = observed(
  '$default',
  middy<ApiEvent, ApiAnswer, Error, ExchangeContext>().use(headers()).use(problems()).handler(refuse),
);
