import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKey, client } from './story.ts';

const erasure = {
  id: 'era_01kagc3d6e9f2g5h8j1k4m7n0p',
  created_at: '2026-11-20T11:00:00.000Z',
  updated_at: '2026-11-20T11:01:03.000Z',
  client_id: client.id,
  status: 'completed' as const,
  conversations: 3,
  recordings: 2,
  kept: 0,
  completed_at: '2026-11-20T11:01:03.000Z',
  created_by: apiKey.id,
};

export const erasures: ExamplesOf<'erasures'> = {
  list: { query: { limit: '20' }, response: { data: [erasure], ...lastPage } },
  create: {
    body: { client_id: client.id, caller: '+14155550123' },
    response: { ...erasure, status: 'running', conversations: 0, recordings: 0, completed_at: null },
  },
  preview: {
    body: { client_id: client.id, caller: '+14155550123' },
    response: { client_id: client.id, conversations: 3, recordings: 2, kept: 0, has_more: false },
  },
  get: { params: { erasure_id: erasure.id }, response: erasure },
};
