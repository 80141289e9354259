import * as z from 'zod/mini';
import { Analysis } from '#lib/contract/analyses.ts';
import { analyzer, analyzerParams } from './analyzers.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKey, conversation } from './story.ts';

export const analysis = z.parse(Analysis, {
  conversation_id: conversation.id,
  analyzer_id: analyzer.id,
  analyzer_name: analyzer.name,
  version: 1,
  model: 'eu.amazon.nova-lite-v1:0',
  status: 'completed',
  status_reason: null,
  condition: null,
  analyzed_at: '2026-11-20T09:31:02.114Z',
  turns_read: 2,
  results: [
    {
      name: 'appointment_repeated',
      verdict: 'unknown',
      score: null,
      rationale: 'The transcript ends before an appointment is made.',
      evidence: [],
      reason: null,
    },
    {
      name: 'greeting',
      verdict: 'passed',
      score: null,
      rationale: null,
      evidence: [{ index: 0, quote: 'Harbor Dental' }],
      reason: null,
    },
  ],
  fields: [],
  outcome: null,
  sentiment: null,
  summary: null,
  successful: null,
  score: 1,
  usage: { input_tokens: 912, output_tokens: 104, estimated: false },
  cost: null,
  review: null,
});

const params = { conversation_id: conversation.id };
const one = { ...params, ...analyzerParams };
export const analyses: ExamplesOf<'analyses'> = {
  list: { params, response: { data: [analysis], ...lastPage } },
  create: { params, body: {}, response: { conversation_id: conversation.id, analyzer_ids: [analyzer.id] } },
  get: { params: one, response: analysis },
  review: {
    params: one,
    body: { sentiment: 'neutral' },
    response: {
      ...analysis,
      review: {
        results: [],
        fields: [],
        outcome: null,
        sentiment: 'neutral',
        successful: null,
        at: '2026-11-20T12:00:00.000Z',
        by: apiKey.id,
      },
    },
  },
  removeReview: { params: one },
  preview: {
    params: analyzerParams,
    body: { conversation_id: conversation.id },
    response: analysis,
  },
};
