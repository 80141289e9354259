import type { MiddlewareObj } from '@middy/core';
import type { ApiAnswer, ApiEvent, ExchangeContext } from './exchange.ts';

/** HEAD is answered as GET is, without the body (RFC 9110, section 9.3.2). */
export const head = (): MiddlewareObj<ApiEvent, ApiAnswer, Error, ExchangeContext> => {
  const strip = ({ event, response }: { event: ApiEvent; response: ApiAnswer | null | undefined }) => {
    if (response && event.requestContext.http.method === 'HEAD') delete response.body;
  };
  return { after: strip, onError: strip };
};
