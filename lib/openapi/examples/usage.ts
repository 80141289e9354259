import { usageCsv } from '#lib/domain/usage/csv.ts';
import type { ExamplesOf } from './example.ts';
import { agent, client } from './story.ts';

const query = {
  start_after: '2026-11-20',
  start_before: '2026-11-21',
  interval: 'day',
  group_by: 'agent_id',
} as const;

const response = {
  timezone: 'America/New_York',
  from: '2026-11-20T05:00:00.000Z',
  to: '2026-11-21T05:00:00.000Z',
  rows: [
    {
      start: '2026-11-20T05:00:00.000Z',
      group: { agent_id: agent.id },
      conversations: 42,
      completed: 40,
      failed: 2,
      successful: 31,
      judged: 38,
      duration_ms: { sum: 5_481_200, p50: 98_642, p95: 304_437 },
      latency_ms: { p50: 846, p95: 1423 },
      messages: 118,
      tokens: { input: 214_310, output: 9_846 },
      spoken_characters: 4210,
      listened_seconds: 930,
      costs: [{ amount: '9.8412', currency: 'USD' }],
      analysis: {
        tokens: { input: 126_440, output: 17_220 },
        costs: [{ amount: '0.0293', currency: 'USD' }],
      },
    },
  ],
};

export const usage: ExamplesOf<'usage'> = {
  get: { params: { client_id: client.id }, query, response, csv: usageCsv(response) },
  own: { query, response, csv: usageCsv(response) },
};
