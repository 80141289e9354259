import * as z from 'zod';
import { ApiKey, ScopeName } from './api-keys.ts';
import { Client } from './clients.ts';
import { route, scopes } from './route.ts';

export const get = route('GET /v1/me', {
  summary: 'Which key this is, of which organisation, with which scopes',
  description: 'Every valid key may ask, whatever its scopes.',
  status: 200,
  errors: ['unauthenticated'],
  response: z.object({
    key: ApiKey,
    client: Client.nullable().meta({ description: 'Null: the platform' }),
    scopes: z.array(ScopeName).max(scopes.length),
  }),
});
