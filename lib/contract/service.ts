import * as z from 'zod';
import { route } from './route.ts';

export const health = route('GET /v1/health', {
  summary: 'Whether the service answers, and which version it is',
  public: true,
  status: 200,
  response: z.object({ status: z.literal('ok'), version: z.string() }),
});

export const openapi = route('GET /v1/openapi.json', {
  summary: 'This document',
  public: true,
  status: 200,
  response: z.record(z.string(), z.unknown()),
});
