import * as z from 'zod/mini';
import { route } from './route.ts';

export const health = route('GET /v1/health', {
  summary: 'Whether the service answers, and which version it is',
  description: 'Reads nothing: it tells that requests arrive, and not how the table fares.',
  public: true,
  status: 200,
  response: z.object({ status: z.literal('ok'), version: z.string().check(z.maxLength(100)) }),
});

export const openapi = route('GET /v1/openapi.json', {
  summary: 'This document',
  description: 'What this version of the service promises, as OpenAPI 3.1.',
  public: true,
  status: 200,
  response: z.record(z.string().check(z.maxLength(100)), z.unknown()),
});
