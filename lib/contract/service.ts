import * as z from 'zod/mini';
import { docs, object } from './fields.ts';
import { route } from './route.ts';

export const health = route('GET /v1/health', {
  summary: 'Check the health of the service',
  description:
    'Confirms that requests arrive, and returns the version of the service. It reads nothing from the database.',
  public: true,
  response: object('Health', 'The health of the service', {
    status: z.literal('ok').register(docs, { description: 'Always `ok`' }),
    version: z.string().check(z.maxLength(100)).register(docs, { description: 'The version of the service' }),
  }),
});

export const openapi = route('GET /v1/openapi.json', {
  summary: 'Get this document',
  description: 'Returns the OpenAPI 3.1 document of this version of the service.',
  public: true,
  response: z
    .record(z.string().check(z.maxLength(100)), z.unknown())
    .register(docs, { id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document' }),
});
