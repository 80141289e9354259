import type { MiddlewareObj } from '@middy/core';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

const always = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** What every answer carries. API Gateway and HTTP/2 write header names in lower case, and so do we. */
export const headers = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const complete = ({
    response,
    context,
  }: {
    response: ApiAnswer | null | undefined;
    context: ExchangeContext;
  }) => {
    if (!response) return;
    response.headers = {
      'cache-control': response.headers.etag ? 'private, no-cache' : 'no-store',
      ...always,
      'x-request-id': context.exchange.requestId,
      ...response.headers,
    };
  };
  return { after: complete, onError: complete };
};
