import * as z from 'zod/mini';
import { Analyzer, AnalyzerItem } from '#lib/contract/analyzers.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client } from './story.ts';

const content = {
  name: 'Service quality',
  criteria: [
    {
      name: 'appointment_repeated',
      kind: 'judge' as const,
      instruction: 'The agent repeated day and time of the appointment before the end of the call.',
      applies_when: 'An appointment was made or moved.',
    },
    { name: 'greeting', kind: 'contains' as const, speaker: 'agent' as const, texts: ['Harbor Dental'] },
  ],
  success: { rule: 'all_required' as const },
};

export const analyzer = z.parse(Analyzer, {
  id: 'anl_01kagb1a4b7c0d3e6f9g2h5j8k',
  created_at: '2026-11-19T08:00:00.000Z',
  updated_at: '2026-11-19T08:00:00.000Z',
  version: 1,
  client_id: client.id,
  ...content,
});
export const analyzerItem = z.parse(AnalyzerItem, analyzer);

export const analyzerParams = { analyzer_id: analyzer.id };
const params = analyzerParams;

const disabled = { ...analyzer, enabled: false, updated_at: '2026-11-20T10:00:00.000Z', version: 2 };

export const analyzers: ExamplesOf<'analyzers'> = {
  list: { query: { limit: '20' }, response: { data: [analyzerItem], ...lastPage } },
  create: { body: content, response: analyzer },
  get: { params, response: analyzer },
  replace: { params, body: { ...content, enabled: false }, response: disabled },
  update: { params, body: { enabled: false }, response: disabled },
  remove: { params },
};
