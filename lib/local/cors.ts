import type { IncomingMessage } from 'node:http';
import { crossOrigin, crossOriginHeaders } from '#lib/contract/cors.ts';

/**
 * The headers that API Gateway adds for a page of another origin that the operator allows
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html).
 */
export const corsHeaders = (
  { method, headers: sent }: Pick<IncomingMessage, 'method' | 'headers'>,
  origins: readonly string[],
): Record<string, string> => {
  const { 'access-control-expose-headers': exposed, ...headers } = crossOriginHeaders(sent.origin, origins);
  if (exposed === undefined) return headers;
  const preflight = method === 'OPTIONS' && 'access-control-request-method' in sent;
  return {
    ...headers,
    ...(preflight
      ? {
          'access-control-allow-methods': crossOrigin.methods.join(','),
          'access-control-allow-headers': crossOrigin.requestHeaders.join(','),
          'access-control-max-age': String(crossOrigin.maxAgeSeconds),
        }
      : { 'access-control-expose-headers': exposed }),
  };
};
