import type { MiddlewareObj } from '@middy/core';
import type { ApiAnswer, ApiEvent, Exchange, ExchangeContext } from './exchange.ts';

/** The remaining requests of each limit that counts this one (draft-ietf-httpapi-ratelimit-headers-10). */
const rateHeaders = ({ rate, waiting }: Exchange): Record<string, string> | undefined => {
  if (!rate && !waiting) return undefined;
  const counted = Object.entries({ requests: rate, waiting }).flatMap(([name, each]) =>
    each ? [{ name, ...each }] : [],
  );
  return {
    'ratelimit-policy': counted.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '),
    ratelimit: counted
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
};

/** The headers of every answer. Names are in lower case, as in API Gateway and HTTP/2. */
export const headers = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const complete = ({
    response,
    context,
  }: {
    response: ApiAnswer | null | undefined;
    context: ExchangeContext;
  }) => {
    if (!response) return;
    const { headers } = response;
    // A new object is faster than one name after the other.
    response.headers = {
      'cache-control': headers.etag ? 'private, no-cache' : 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-request-id': context.exchange.requestId,
      ...headers,
      ...rateHeaders(context.exchange),
    };
  };
  return { after: complete, onError: complete };
};
