import type { ExamplesOf } from './example.ts';

export const service: ExamplesOf<'service'> = {
  health: { response: { status: 'ok', version: '0.2.0' } },
  openapi: { response: { openapi: '3.1.1', info: { title: 'Voice agent platform', version: '0.2.0' } } },
};
