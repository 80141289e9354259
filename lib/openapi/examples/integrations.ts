import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client, integration, integrationItem } from './story.ts';

const params = { integration_id: integration.id };
const { name, agents } = integration;

export const integrations: ExamplesOf<'integrations'> = {
  list: {
    query: { client_id: client.id, limit: '20' },
    response: { data: [integrationItem], ...lastPage },
  },
  create: {
    body: {
      client_id: client.id,
      provider: 'elevenlabs',
      name,
      api_key: 'sk_4c1f0b7a2d9e9f3c',
      webhook_secret: 'wsec_7d1e5f0a3b9c8d2e',
      agents,
    },
    response: integration,
  },
  get: { params, response: integration },
  replace: {
    params,
    body: { name, agents },
    response: { ...integration, updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  update: {
    params,
    body: { name: 'Main account' },
    response: { ...integration, name: 'Main account', updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  remove: { params },
};
