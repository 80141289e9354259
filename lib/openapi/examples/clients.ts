import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client, clientItem, subcompany } from './story.ts';

const params = { client_id: client.id };

export const clients: ExamplesOf<'clients'> = {
  list: { query: { type: 'client', limit: '20' }, response: { data: [clientItem], ...lastPage } },
  create: {
    body: {
      name: subcompany.name,
      type: 'subcompany',
      parent_id: client.id,
      settings: { timezone: 'America/New_York' },
      external_id: subcompany.external_id,
      metadata: { crm_id: '48214' },
    },
    response: {
      ...subcompany,
      settings: { timezone: 'America/New_York' },
      metadata: { crm_id: '48214' },
    },
  },
  get: { params, response: client },
  replace: {
    params,
    body: {
      name: client.name,
      settings: { timezone: 'America/New_York', retention_days: 365 },
      billing_info: client.billing_info,
      metadata: client.metadata,
    },
    response: client,
  },
  update: {
    params,
    body: { settings: { retention_days: null }, status: 'suspended' },
    response: {
      ...client,
      settings: { timezone: 'America/New_York' },
      effective_settings: { timezone: 'America/New_York', locale: 'en-US' },
      status: 'suspended',
      updated_at: '2026-11-20T10:05:00.000Z',
      version: 2,
    },
  },
  erase: {
    params,
    query: { dry_run: 'false' },
    response: {
      client_id: client.id,
      status: 'erasing',
      started_at: '2026-11-20T10:06:00.000Z',
      remaining: { organizations: 3, api_keys: 4, agents: 2, conversations: 1207 },
      has_more: false,
    },
  },
};
