import * as z from 'zod/mini';
import { ApiKey, ScopeName } from './api-keys.ts';
import { Client } from './clients.ts';
import { docs } from './fields.ts';
import { route, scopes } from './route.ts';

export const get = route('GET /v1/me', {
  summary: 'Which key this is, of which organisation, with which scopes',
  description: 'Every valid key may ask, whatever its scopes.',
  status: 200,
  errors: ['unauthenticated'],
  response: z.object({
    key: ApiKey,
    client: z.nullable(Client).register(docs, { description: 'Null: the platform' }),
    scopes: z.array(ScopeName).check(z.maxLength(scopes.length)),
  }),
});
