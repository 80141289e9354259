import type { IncomingMessage } from 'node:http';
import { crossOrigin } from '#lib/contract/cors.ts';

/**
 * The headers that API Gateway adds for a page of another origin that the operator allows
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html).
 */
export const corsHeaders = (
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  origins: readonly string[],
): Record<string, string> => {
  const { origin } = headers;
  const allowed = origin !== undefined && (origins.includes('*') || origins.includes(origin));
  if (!allowed) return {};
  const preflight = method === 'OPTIONS' && 'access-control-request-method' in headers;
  return {
    'access-control-allow-origin': origins.includes('*') ? '*' : origin,
    ...(preflight
      ? {
          'access-control-allow-methods': crossOrigin.methods.join(','),
          'access-control-allow-headers': crossOrigin.requestHeaders.join(','),
          'access-control-max-age': String(crossOrigin.maxAgeSeconds),
        }
      : { 'access-control-expose-headers': crossOrigin.responseHeaders.join(',') }),
    ...(!origins.includes('*') && { vary: 'Origin' }),
  };
};
