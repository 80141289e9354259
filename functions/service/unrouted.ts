import middy from '@middy/core';
import { ApiError } from '#lib/contract/errors.ts';
import { operations } from '#lib/contract/index.ts';
import { methodsOf, pathOf } from '#lib/contract/route.ts';
import type { ApiAnswer, ApiEvent, ExchangeContext } from '#lib/http/exchange.ts';
import { head } from '#lib/http/head.ts';
import { headers } from '#lib/http/headers.ts';
import { observed } from '#lib/http/observe.ts';
import { problems } from '#lib/http/problem.ts';

const routes = operations.map(({ route }) => ({
  methods: methodsOf(route),
  parameters: pathOf(route).split('{').length,
  path: new RegExp(`^${pathOf(route).replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]+')}$`),
}));

/** The methods that a path supports. OPTIONS requests ask for them, including CORS preflights. */
const allowedAt = (rawPath: string): string | undefined => {
  const matching = routes.filter(({ path }) => path.test(rawPath));
  // `/active` is not an id, although it matches the pattern of a path with an id.
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  const methods = matching
    .filter(({ parameters }) => parameters === fewest)
    .flatMap((route) => route.methods);
  return methods.length > 0 ? [...new Set([...methods, 'OPTIONS'])].sort().join(', ') : undefined;
};

const refuse = async ({ rawPath, requestContext }: ApiEvent): Promise<ApiAnswer> => {
  const allow = allowedAt(rawPath);
  if (allow === undefined) throw new ApiError('route_not_found');
  if (requestContext.http.method === 'OPTIONS') return { statusCode: 204, headers: { allow } };
  throw new ApiError('method_not_allowed', { detail: `The path supports ${allow}`, headers: { allow } });
};

/** Answers requests for which there is no route. */
export const handler = observed(
  { key: '$default' },
  middy<ApiEvent, ApiAnswer, Error, ExchangeContext>().use([head(), headers(), problems()]).handler(refuse),
);
