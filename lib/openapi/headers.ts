import { maxConditionLength } from '#lib/contract/route.ts';
import type { Json } from './schemas.ts';
import { string } from './schemas.ts';

export const requestId = string(128, { pattern: '^[A-Za-z0-9._-]+$' });

const etagPattern = '^"[A-Za-z0-9_-]+"$';

export const requestHeaders: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to repeat the request: for 24 hours, a request with the same key returns the first answer',
    schema: string(255, { minLength: 1, pattern: '^[ -~]+$' }),
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'Only change the entity if its current `ETag` is this one, or one of these; otherwise the answer is 412',
    schema: string(maxConditionLength),
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Return 304 without a body if the entity’s current `ETag` is this one, or one of these',
    schema: string(maxConditionLength),
  },
};

/** On each request to a webhook (standardwebhooks.com). */
export const webhookHeaders: readonly Json[] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'The message’s id. It is the same each time the message is sent, so that you can recognize repeats',
    schema: string(30, { pattern: '^msg_[0-9a-z]{26}$' }),
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this request was sent, in seconds since 1970. Refuse one that is five minutes off',
    schema: string(20, { pattern: '^[0-9]+$' }),
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures separated by spaces, one for each secret in use: `v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, joined by dots',
    schema: string(1024),
  },
];

const header = (description: string, schema: Json): Json => ({ description, schema });

export const responseHeaders: Json = {
  'X-Request-Id': header(
    'The id of the request: the one that was sent, or a new one. Quote it when you report a problem',
    requestId,
  ),
  ETag: header('The validator of this representation of the entity', string(64, { pattern: etagPattern })),
  Location: header('The URL of the entity or the recording', string(8192, { format: 'uri-reference' })),
  Link: header('The next page, as `rel="next"` (RFC 8288)', string(16_384)),
  'Retry-After': header('The number of seconds to wait before sending the request again', {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: 86_400,
  }),
  RateLimit: header(
    'The requests that are left, `r`, and the seconds until the limit is reset, `t`, of each limit that counts the request and whose count the caller may know (draft-ietf-httpapi-ratelimit-headers). The limits are those of `RateLimit-Policy`. Absent if there is none',
    string(512),
  ),
  'RateLimit-Policy': header(
    'Each limit that counts the request: `q` requests, or what else `qu` names, in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers). `requests` is the rate limit, `waiting` that of requests that wait for others, `chat_messages_per_minute` that of messages in chats. Daily quotas have their names in `GET /v1/me`. Absent if there is none',
    string(512),
  ),
  'WWW-Authenticate': header('The authentication scheme: `Bearer`', string(256)),
  'Idempotency-Replayed': header(
    'Present where the answer is the first answer to this `Idempotency-Key`, sent again',
    { type: 'string', const: 'true' },
  ),
};

/** References to headers by name. Every answer has the request's id. */
export const headerRefs = (names: readonly (string | false | undefined)[]): Json =>
  Object.fromEntries(
    ['X-Request-Id', ...names].flatMap((name) =>
      name ? [[name, { $ref: `#/components/headers/${name}` }]] : [],
    ),
  );

/** On every answer to a request with a key whose organization has a limit. */
export const quota = ['RateLimit', 'RateLimit-Policy'];
