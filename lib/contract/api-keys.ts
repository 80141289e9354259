import * as z from 'zod/mini';
import { docs, entity, id, Metadata, Timestamp, TimestampInput, text } from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { route, scopes } from './route.ts';

export const ScopeName = z.enum(scopes);

export const ApiKey = z
  .object({
    ...entity('key'),
    client_id: z
      .nullable(id('client'))
      .register(docs, { description: 'The organisation it belongs to; null: the platform' }),
    name: text(200),
    scopes: z.array(ScopeName).check(z.maxLength(scopes.length)),
    expires_at: z.nullable(Timestamp),
    last_used_at: z.nullable(Timestamp).register(docs, { description: 'To within an hour' }),
  })
  .register(docs, {
    id: 'ApiKey',
    description: 'A key reaches its organisation and everything below it, and nothing else',
  });
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyItem = z.omit(ApiKey, { metadata: true }).register(docs, {
  id: 'ApiKeyItem',
  description: 'A key as a list shows it',
});
export type ApiKeyItem = z.output<typeof ApiKeyItem>;

export const ApiKeyInput = z
  .strictObject({
    name: text(200),
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'Absent: the calling key’s own organisation' }),
    scopes: z
      .pipe(
        z.array(ScopeName).check(z.minLength(1), z.maxLength(100)),
        // A scope that stands twice counts once.
        z.transform((names) => [...new Set(names)].sort()),
      )
      .register(docs, { description: 'No more than the calling key has' }),
    expires_at: z.optional(z.nullable(TimestampInput)).register(docs, {
      description: 'Not later than the calling key’s; absent: the same as the calling key’s',
    }),
    metadata: z._default(Metadata, {}),
  })
  .register(docs, { id: 'ApiKeyInput' });
export type ApiKeyInput = z.output<typeof ApiKeyInput>;

const params = z.strictObject({ api_key_id: id('key', 'The API key’s id') });

export const list = route('GET /v1/api-keys', {
  summary: 'List the API keys of the organisation and those below it',
  description: 'Newest first, and without their secrets, which are shown only when they are made.',
  scope: 'keys:read',
  query: z.strictObject({
    ...listQuery,
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'That organisation with all below it; absent: the key’s own' }),
  }),
  status: 200,
  response: pageOf(ApiKeyItem),
  paged: true,
  errors: ['client_not_found'],
});

const ApiKeyWithSecret = z.extend(ApiKey, {
  key: z
    .string()
    .check(z.regex(/^vap_[0-9A-Za-z]{49}$/))
    .register(docs, { description: 'The secret itself', maxLength: 53 }),
});

export const create = route('POST /v1/api-keys', {
  summary: 'Create an API key; the answer shows it this once',
  description: 'It has no scope that the calling key lacks, and lives no longer than that one.',
  scope: 'keys:write',
  body: ApiKeyInput,
  status: 201,
  location: '/v1/api-keys/{id}',
  response: ApiKeyWithSecret,
  confidential: true,
  errors: ['client_not_found', 'client_suspended', 'quota_exceeded'],
});

export const get = route('GET /v1/api-keys/{api_key_id}', {
  summary: 'Get one API key',
  description: 'With when it was last used, but without its secret.',
  scope: 'keys:read',
  params,
  status: 200,
  response: ApiKey,
  etag: ApiKey,
  errors: ['api_key_not_found'],
});

export const rotate = route('POST /v1/api-keys/{api_key_id}/rotate', {
  summary: 'Give an API key a new secret; the answer shows it this once',
  description:
    'The secret before it goes on working for `overlap_seconds`, so that nothing stops while it is replaced; one before that stops within ten seconds. A key rotates keys with no more than its own scopes and life.',
  scope: 'keys:write',
  params,
  body: z.strictObject({
    overlap_seconds: z
      ._default(z.int().check(z.minimum(0), z.maximum(604_800)), 86_400)
      .register(docs, { description: 'Up to a week; a day if absent' }),
  }),
  status: 200,
  response: ApiKeyWithSecret,
  confidential: true,
  errors: ['api_key_not_found', 'api_key_outlives'],
});

export const revoke = route('DELETE /v1/api-keys/{api_key_id}', {
  summary: 'Revoke an API key; it stops working within ten seconds',
  description:
    'A key revokes itself and keys with no more than its own scopes. A platform key is revoked with another platform key that lives at least as long, so that the last one stays.',
  scope: 'keys:write',
  params,
  status: 204,
  etag: ApiKey,
  errors: ['api_key_not_found', 'platform_key_needed'],
});
