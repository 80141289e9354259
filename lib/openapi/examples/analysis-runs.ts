import { analyzer } from './analyzers.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKey, client } from './story.ts';

const run = {
  id: 'arun_01kagb2c5d8e1f4g7h0j3k6m9n',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:41.000Z',
  client_id: client.id,
  analyzer_id: analyzer.id,
  version: 1,
  only: 'missing' as const,
  max_conversations: 1000,
  tokens: null,
  dry_run: true,
  status: 'completed' as const,
  seen: 421,
  analyzed: 412,
  skipped: 0,
  failed: 0,
  tokens_used: 1_204_118,
  created_by: apiKey.id,
};

const params = { analysis_run_id: run.id };

export const analysisRuns: ExamplesOf<'analysisRuns'> = {
  list: { query: { limit: '20' }, response: { data: [run], ...lastPage } },
  create: {
    body: { analyzer_id: analyzer.id, dry_run: true, filters: { start_after: '2026-11-01T00:00:00Z' } },
    response: { ...run, status: 'running', seen: 0, analyzed: 0, tokens_used: 0 },
  },
  get: { params, response: run },
  cancel: { params, response: run },
};
