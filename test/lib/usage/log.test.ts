import { expect, test } from 'vitest';
import type { Fact } from '#lib/domain/usage/fact.ts';
import { factOf, factOfAnalysis, factOfAnswer } from '#lib/domain/usage/fact.ts';
import type { Entry } from '#lib/usage/log.ts';
import { packEntries, unpackEntries } from '#lib/usage/log.ts';

const conversation = {
  agent_id: 'agent_one',
  client_id: 'client_one',
  channel: 'phone' as const,
  provider: { name: 'vapi', agent_id: null, conversation_id: 'call-1' },
  outcome: 'booked',
  sentiment: 'positive' as const,
  status: 'completed' as const,
  quality: { successful: true, score: null, criteria: [] },
  start_time: '2026-11-20T10:00:00.000Z',
  end_time: '2026-11-20T10:02:00.000Z',
  metrics: { e2e_latency_p50_ms: 850 },
  cost: { amount: '0.125', currency: 'USD' },
  handling: null,
  path: ['client_one'],
  created_by: null,
};

const use = {
  agent: 'agent_one',
  client: 'client_one',
  channel: 'phone' as const,
  provider: null,
  cost: { amount: '0.000156', currency: 'USD' },
  chat: { messages: 0, input_tokens: 22, output_tokens: 14 },
};

const now = Date.parse('2026-11-20T11:00:00Z');
const quality = { ...conversation.quality, successful: false };

const paid = {
  handling: 'agent',
  chat_usage: { ...use.chat, in_call: true },
  carrier_cost: { amount: '0.0395', currency: 'USD' },
  carrier_cost_by: 'client_one',
} as const;

const facts = [
  factOf(conversation as never),
  factOf({ ...conversation, quality, cost: null } as never),
  factOf({ ...conversation, quality: null, provider: null, handling: 'agent' } as never),
  factOf({ ...conversation, ...paid } as never),
  factOf({ ...conversation, ...paid, cost: null, carrier_cost_by: null } as never),
  factOfAnswer({ ...use, cost: null }, now),
  factOfAnalysis(use, now),
] as Fact[];

test('entries of a log are read back as they were written, with their fields in the same order', () => {
  const entries = facts.flatMap((fact): Entry[] => [
    { sign: 1, fact },
    { sign: -1, fact },
  ]);
  expect(JSON.stringify(unpackEntries(packEntries(entries)))).toBe(JSON.stringify(entries));
});
