import type { IncomingMessage } from 'node:http';
import { crossOrigin, crossOriginHeaders, livePreflight } from '#lib/contract/cors.ts';

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
  return {
    ...headers,
    ...(isPreflight({ method, headers: sent })
      ? {
          'access-control-allow-methods': crossOrigin.methods.join(','),
          'access-control-allow-headers': crossOrigin.requestHeaders.join(','),
          'access-control-max-age': String(crossOrigin.maxAgeSeconds),
        }
      : { 'access-control-expose-headers': exposed }),
  };
};

/** Whether a browser asks if a page of another origin may send a request. */
export const isPreflight = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && 'access-control-request-method' in headers;

/** The headers with which the REST API answers preflights by itself. */
export const livePreflightHeaders: Record<string, string> = {
  'access-control-allow-origin': livePreflight.origin,
  'access-control-allow-methods': livePreflight.methods.join(','),
  'access-control-allow-headers': crossOrigin.requestHeaders.join(','),
  'access-control-max-age': String(crossOrigin.maxAgeSeconds),
};
