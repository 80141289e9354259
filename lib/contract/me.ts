import * as z from 'zod/mini';
import { ApiKeyItem, ScopeName } from './api-keys.ts';
import { Branding } from './client-settings.ts';
import { ClientItem } from './clients.ts';
import { described, docs, Timestamp } from './fields.ts';
import { route, scopes } from './route.ts';

export const get = route('GET /v1/me', {
  summary: 'Get the calling API key and its organization',
  description:
    'Returns the API key of the request, its organization and the current time. Any valid key may call this route, whatever its scopes. `GET /v1/clients/{client_id}` and `GET /v1/api-keys/{api_key_id}` return more.',
  status: 200,
  errors: ['unauthenticated'],
  response: z
    .object({
      key: ApiKeyItem,
      client: z
        .nullable(ClientItem)
        .register(docs, { description: 'The organization of the key; null for a platform key' }),
      branding: z.nullable(Branding).register(docs, {
        description:
          'The branding in effect for the key’s organization: its own, or that of the nearest organization above that sets one; null without',
      }),
      scopes: z
        .array(ScopeName)
        .check(z.maxLength(scopes.length))
        .register(docs, { description: 'The scopes of the key' }),
      time: described(Timestamp, 'The current time of the service'),
    })
    .register(docs, { id: 'Identity', description: 'The calling API key and its organization' }),
});
