import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { integration, providerImport } from './story.ts';

const integrationParams = { integration_id: integration.id };
const params = { ...integrationParams, import_id: providerImport.id };

export const imports: ExamplesOf<'imports'> = {
  list: {
    params: integrationParams,
    query: { limit: '20' },
    response: { data: [providerImport], ...lastPage },
  },
  create: {
    params: integrationParams,
    body: { resource: 'conversations', start_after: '2026-01-01T00:00:00.000Z' },
    response: {
      ...providerImport,
      status: 'running',
      seen: 0,
      created: 0,
      skipped: 0,
      failed: 0,
      errors: [],
      completed_at: null,
    },
  },
  get: { params, response: providerImport },
  cancel: { params },
};
