import * as z from 'zod/mini';
import { ApiKeyItem, ScopeName } from './api-keys.ts';
import { ClientItem } from './clients.ts';
import { docs } from './fields.ts';
import { route, scopes } from './route.ts';

export const get = route('GET /v1/me', {
  summary: 'Get the key of the request, its organization and its scopes',
  description:
    'Every valid key may ask, whatever its scopes. Settings, billing information and metadata are read with `clients:read` and `keys:read`, at `/v1/clients/{client_id}` and `/v1/api-keys/{api_key_id}`.',
  status: 200,
  errors: ['unauthenticated'],
  response: z.object({
    key: ApiKeyItem,
    client: z.nullable(ClientItem).register(docs, { description: 'Null: the platform' }),
    scopes: z.array(ScopeName).check(z.maxLength(scopes.length)),
  }),
});
