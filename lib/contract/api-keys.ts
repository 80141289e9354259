import * as z from 'zod/mini';
import {
  ActorId,
  described,
  docs,
  entity,
  enumeration,
  id,
  label,
  Metadata,
  object,
  orNull,
  strictObject,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { listQuery, ofOrganization, pagesOf, UpdatedAfter } from './page.ts';
import { entityOf, route, scopes } from './route.ts';

export const ScopeName = enumeration(
  'Scope',
  scopes,
  'A permission of an API key: a resource, and whether it may be read or written',
);

export const ApiKey = object(
  'ApiKey',
  'An API key. It gives access to its organization and the organization’s descendants',
  {
    ...entity('key'),
    client_id: z
      .nullable(id('client'))
      .register(docs, { description: 'The organization that the key belongs to; null for a platform key' }),
    name: described(text(200), 'The key’s name, for people'),
    created_by: described(
      orNull(ActorId),
      'The API key or the member that created this one, which may have been removed since; null if an operator’s program created it',
    ),
    scopes: z
      .array(ScopeName)
      .check(z.maxLength(scopes.length))
      .register(docs, { description: 'The scopes of the key' }),
    expires_at: described(z.nullable(Timestamp), 'When the key stops working; null if it never expires'),
    last_used_at: described(
      z.nullable(Timestamp),
      'When the key was last used, accurate to the hour; null if it was never used',
    ),
  },
);
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyItem = z.omit(ApiKey, { metadata: true }).register(docs, {
  id: 'ApiKeyItem',
  description: 'An API key as it appears in a list',
});
export type ApiKeyItem = z.output<typeof ApiKeyItem>;

export const ApiKeyInput = strictObject('ApiKeyInput', 'A new API key', {
  name: described(label(200), 'The key’s name, for people'),
  client_id: z.optional(id('client')).register(docs, {
    description: 'The organization that the key belongs to; by default that of the calling key',
  }),
  scopes: z
    .pipe(
      z.array(ScopeName).check(z.minLength(1), z.maxLength(100)),
      // A scope that is sent twice counts once.
      z.transform((names) => [...new Set(names)].sort()),
    )
    .register(docs, { description: 'The scopes of the key, which the calling key must have itself' }),
  expires_at: z.optional(z.nullable(TimestampInput)).register(docs, {
    description: 'When the key stops working: no later than the calling key does, which is also the default',
  }),
  metadata: z._default(Metadata, {}),
});
export type ApiKeyInput = z.output<typeof ApiKeyInput>;

const params = z.strictObject({ api_key_id: id('key', 'The id of the API key') });

export const list = route('GET /v1/api-keys', {
  summary: 'List API keys, newest first',
  description:
    'Lists the keys of an organization and its descendants. Secrets are not included: a secret is shown only once, when it is created.',
  scope: 'keys:read',
  query: z.strictObject({
    ...listQuery,
    updated_after: UpdatedAfter,
    client_id: ofOrganization('keys'),
  }),
  ...pagesOf('ApiKeyList', ApiKeyItem),
  errors: ['client_not_found'],
});

const ApiKeyWithSecret = z
  .extend(ApiKey, {
    key: z
      .string()
      .check(z.regex(/^vap_[0-9A-Za-z]{49}$/))
      .register(docs, {
        description: 'The secret to send as `Authorization: Bearer <key>`. It cannot be read again',
        maxLength: 53,
      }),
  })
  .register(docs, { id: 'ApiKeyWithSecret', description: 'An API key with its new secret' });

const ApiKeyRotation = strictObject('ApiKeyRotation', 'The options for replacing the secret', {
  overlap_seconds: z._default(z.int().check(z.minimum(0), z.maximum(604_800)), 86_400).register(docs, {
    description: 'The number of seconds that the previous secret keeps working, at most a week',
  }),
});

export const create = route('POST /v1/api-keys', {
  summary: 'Create an API key',
  description:
    'Creates a key and returns its secret, which is shown only this once. The key has no scope that the calling key lacks, and does not outlive it.',
  scope: 'keys:write',
  audit: 'api_key.created',
  body: ApiKeyInput,
  status: 201,
  location: '/v1/api-keys/{id}',
  response: ApiKeyWithSecret,
  confidential: true,
  errors: ['client_not_found', 'client_suspended', 'quota_exceeded'],
});

export const get = route('GET /v1/api-keys/{api_key_id}', {
  summary: 'Get an API key',
  description: 'Returns the key, including when it was last used, without its secret.',
  scope: 'keys:read',
  params,
  ...entityOf(ApiKey),
});

export const rotate = route('POST /v1/api-keys/{api_key_id}/rotate', {
  summary: 'Rotate the secret of an API key',
  description:
    'Creates a new secret and returns it, only this once. The previous secret keeps working for `overlap_seconds`, so that you can replace it without downtime; any older secret stops within ten seconds. The calling key must have every scope of the rotated key and must not expire before it.',
  scope: 'keys:write',
  audit: 'api_key.rotated',
  params,
  body: ApiKeyRotation,
  optionalBody: true,
  response: ApiKeyWithSecret,
  confidential: true,
  errors: ['api_key_outlives'],
});

export const revoke = route('DELETE /v1/api-keys/{api_key_id}', {
  summary: 'Revoke an API key',
  description:
    'Revokes the key; it stops working within ten seconds. A key can revoke itself, and keys whose scopes are a subset of its own. A platform key can be revoked only with another platform key that expires no earlier, so that the last one remains.',
  scope: 'keys:write',
  audit: 'api_key.revoked',
  params,
  etag: ApiKey,
  errors: ['platform_key_needed'],
});
