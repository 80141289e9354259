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
