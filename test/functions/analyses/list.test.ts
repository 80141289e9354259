import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from '../../fixtures.ts';
import { organization, refusalOf } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';
import { planAnswers } from '../../support/model-server.ts';

type AnalyzerBody = Parameters<Client['analyzers']['create']>[0]['body'];

const analyzed = async (org: Organization, conversation_id: string, count = 1) =>
  eventually(async () => {
    const { data } = await org.api.analyses.list({ params: { conversation_id } });
    expect(data).toHaveLength(count);
    return data;
  });

const checks: AnalyzerBody = {
  name: 'Checks',
  criteria: [
    { name: 'greeting', kind: 'contains', speaker: 'agent', texts: ['HARBOR dental'] },
    { name: 'no_swearing', kind: 'pattern', pattern: '(?i)\\bdamn\\b', absent: true },
    { name: 'looked_up', kind: 'tool_called', tool: 'find_slots' },
    { name: 'fast', kind: 'metric', metric: 'latency_ms', op: 'lt', value: 900 },
    { name: 'unmeasured', kind: 'metric', metric: 'nothing', op: 'lt', value: 1, required: false },
    { name: 'short', kind: 'duration', op: 'lte', value: 60_000 },
    { name: 'spoken', kind: 'turns', op: 'gte', value: 2 },
    { name: 'hung_up', kind: 'ended_by', end_reasons: ['caller_hung_up'] },
  ],
  fields: [
    { name: 'order', type: 'integer', pattern: 'order (\\d+)', labels: true },
    { name: 'city', type: 'text', pattern: 'in (Berlin|Paris)', required: true },
  ],
  success: { rule: 'all_required' },
};

test('a conversation is analyzed by itself after its end, without a model', async () => {
  const org = await analyzing();
  const { id: analyzer_id } = await org.api.analyzers.create({ body: checks });
  const { id } = await endedConversation(org, {
    end_reason: 'caller_hung_up',
    metrics: { latency_ms: 840 },
  });
  const [analysis] = await analyzed(org, id);
  expect(analysis).toMatchObject({
    analyzer_id,
    version: 1,
    status: 'completed',
    turns_read: 3,
    usage: null,
  });
  expect(Object.fromEntries(analysis?.results.map(({ name, verdict }) => [name, verdict]) ?? [])).toEqual({
    greeting: 'passed',
    no_swearing: 'failed',
    looked_up: 'passed',
    fast: 'passed',
    unmeasured: 'unknown',
    short: 'passed',
    spoken: 'passed',
    hung_up: 'passed',
  });
  expect(analysis?.results[0]?.evidence).toEqual([{ index: 0, quote: 'Harbor Dental' }]);
  expect(analysis?.fields).toEqual([
    { name: 'order', value: 4711, evidence: [{ index: 1, quote: 'order 4711' }], reason: null },
    { name: 'city', value: null, evidence: [], reason: 'not_found' },
  ]);
  expect(analysis).toMatchObject({ successful: false, score: 0.8571 });

  const conversation = await org.api.conversations.get({ params: { conversation_id: id } });
  expect(conversation).toMatchObject({
    data: { order: 4711 },
    quality: { successful: false },
    analysis: { status: 'completed', successful: false, failed: ['no_swearing'] },
    sources: { outcome: null, data: 'analysis', quality: 'analysis' },
  });
  const failed = { query: { label: 'criterion.no_swearing:failed', successful: 'false' } } as const;
  expect((await org.api.conversations.list(failed)).data.map((one) => one.id)).toEqual([id]);
  const both = { query: { label: ['criterion.no_swearing:failed', 'field.order:4711'] } };
  expect((await org.api.conversations.list(both)).data.map((one) => one.id)).toEqual([id]);
  const other = { query: { label: ['criterion.no_swearing:failed', 'field.order:1'] } };
  expect((await org.api.conversations.list(other)).data).toEqual([]);
  const stranger = await organization();
  expect(await refusalOf(stranger.api.analyses.list({ params: { conversation_id: id } }))).toBe(
    '404 conversation_not_found',
  );
});

test('a model judges with quotes that are found, and sets what the conversation lacks', async () => {
  const org = await analyzing();
  const marker = randomUUID();
  const server = inject('modelServer');
  const asked = await planAnswers(server, marker, [
    {
      calls: [
        {
          name: 'submit',
          arguments: {
            results: [
              {
                name: 'polite',
                evidence: [{ index: 0, quote: 'how can I help you' }],
                rationale: 'The agent offered help.',
                verdict: 'passed',
              },
            ],
            fields: [{ name: 'topic', evidence: [{ index: 1, quote: 'my order' }], value: 'order' }],
            outcome: 'answered',
            sentiment: 'neutral',
            summary: 'The caller asked about an order.',
          },
        },
      ],
    },
  ]);
  await org.api.analyzers.create({
    body: {
      name: 'Judge',
      criteria: [{ name: 'polite', kind: 'judge', instruction: `The agent was polite (${marker}).` }],
      fields: [{ name: 'topic', type: 'enum', values: ['order', 'other'] }],
      outcome: { values: [{ value: 'answered' }, { value: 'unanswered' }] },
      sentiment: true,
      summary: { instruction: 'One sentence.' },
      success: { rule: 'all_required' },
    },
  });
  const { id } = await endedConversation(org);
  const [analysis] = await analyzed(org, id);
  expect(analysis).toMatchObject({
    model: 'test-model',
    status: 'completed',
    results: [{ name: 'polite', verdict: 'passed', reason: null }],
    fields: [{ name: 'topic', value: 'order' }],
    outcome: 'answered',
    successful: true,
    usage: { input_tokens: 11, output_tokens: 7, estimated: false },
  });
  const [request] = await asked();
  expect(request?.body).toMatchObject({ tool_choice: 'required' });
  expect(await org.api.conversations.get({ params: { conversation_id: id } })).toMatchObject({
    outcome: 'answered',
    sentiment: 'neutral',
    summary: 'The caller asked about an order.',
    data: { topic: 'order' },
    sources: { outcome: 'analysis', sentiment: 'analysis', summary: 'analysis', data: 'analysis' },
  });
});
