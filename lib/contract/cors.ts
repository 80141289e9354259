export const crossOrigin = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  requestHeaders: [
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'x-request-id',
  ],
  responseHeaders: [
    'etag',
    'idempotency-replayed',
    'link',
    'location',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'www-authenticate',
    'x-request-id',
  ],
  /** Two hours, the maximum in Chromium. Browsers may cache it for less time (Fetch standard). */
  maxAgeSeconds: 7200,
} as const;

/**
 * The answer of the gateway of streamed routes to a preflight. Which pages read an answer is known only with
 * the widget of its request, and no cookie is sent across origins.
 */
export const livePreflight = {
  origin: '*',
  methods: ['GET', 'POST'],
} as const;

/** The headers by which a page of an origin that the operator allows reads an answer. */
export const crossOriginHeaders = (
  origin: string | undefined,
  origins: readonly string[],
): Record<string, string> => {
  if (origins.length === 0) return {};
  const isAny = origins.includes('*');
  const allowed = origin !== undefined && (isAny || origins.includes(origin));
  return {
    ...(allowed && {
      'access-control-allow-origin': isAny ? '*' : origin,
      'access-control-expose-headers': crossOrigin.responseHeaders.join(','),
    }),
    ...(!isAny && { vary: 'Origin' }),
  };
};

/** An answer's headers with those for pages of other origins. `vary` names what either of them depends on. */
export const withCors = <V>(
  headers: Readonly<Record<string, V>>,
  cors: Readonly<Record<string, string>>,
): Record<string, V | string> => ({
  ...headers,
  ...cors,
  ...(headers.vary && cors.vary && { vary: `${headers.vary}, ${cors.vary}` }),
});
