import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKey, apiKeyItem } from './story.ts';

const params = { api_key_id: apiKey.id };
/** Not a valid key: its checksum is wrong, so that it cannot be mistaken for a leaked one. */
const key = `vap_${'EXAMPLE'.repeat(7)}`;
const { name, scopes, metadata } = apiKey;

export const apiKeys: ExamplesOf<'apiKeys'> = {
  list: { query: { limit: '20' }, response: { data: [apiKeyItem], ...lastPage } },
  create: { body: { name, scopes, metadata }, response: { ...apiKey, last_used_at: null, key } },
  get: { params, response: apiKey },
  rotate: {
    params,
    body: { overlap_seconds: 3600 },
    response: { ...apiKey, updated_at: '2026-11-20T10:00:00.000Z', version: 2, key },
  },
  revoke: { params },
};
