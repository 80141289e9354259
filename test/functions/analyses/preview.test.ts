import { expect, test } from 'vitest';
import { newAgent, operator, organization, refusalOf, suspend, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';

test('a preview of a draft stores nothing, and says what cannot be judged without a model', async () => {
  const org = await analyzing();
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Saved' } });
  const { id: conversation_id } = await endedConversation(org);
  const params = { analyzer_id };
  const draft = {
    name: 'Draft',
    model: { id: 'not-allowed' },
    criteria: [
      { name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] },
      { name: 'polite', kind: 'judge' as const, instruction: 'The agent was polite.' },
    ],
    success: { rule: 'all_required' as const },
  };
  const preview = await org.api.analyses.preview({ params, body: { conversation_id, draft } });
  expect(preview).toMatchObject({
    status: 'partial',
    status_reason: 'no_model',
    results: [{ verdict: 'passed' }, { verdict: 'unscored', reason: 'no_model' }],
    successful: null,
    usage: null,
  });
  const one = { params: { conversation_id, analyzer_id } };
  expect(await refusalOf(org.api.analyses.get(one))).toBe('404 analyzer_not_found');
  const unknown = { params, body: { conversation_id: unknownId('conv') } };
  expect(await refusalOf(org.api.analyses.preview(unknown))).toBe('404 conversation_not_found');
  const missing = { params: { analyzer_id: unknownId('anl') }, body: { conversation_id } };
  expect(await refusalOf(org.api.analyses.preview(missing))).toBe('404 analyzer_not_found');
});

test('nothing is previewed where analysis is off, or in a suspended organization', async () => {
  const org = await organization();
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Saved' } });
  const { id: conversation_id } = await endedConversation(org);
  const preview = (api: typeof operator) =>
    refusalOf(api.analyses.preview({ params: { analyzer_id }, body: { conversation_id } }));
  expect(await preview(org.api)).toBe('409 analysis_disabled');
  await suspend(org);
  expect(await preview(operator)).toBe('409 client_suspended');
});

test('a criterion knows a price only if everybody sees it who is shown the verdict', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const agent_id = (await newAgent(client)).id;
  const priced = { agent_id, metrics: { cost_credits: 312, latency: 9 } };
  const [above, own] = [await endedConversation(reseller, priced), await endedConversation(client, priced)];
  const criteria = ['cost_credits', 'latency'].map((metric) => ({
    name: metric,
    kind: 'metric' as const,
    metric,
    op: 'gte' as const,
    value: 5,
  }));
  const analyzerOf = async ({ api, client: { id: client_id } }: typeof client) => {
    await operator.clients.update({
      params: { client_id },
      body: { settings: { analysis: { enabled: true } } },
    });
    return (await api.analyzers.create({ body: { name: 'Prices' } })).id;
  };
  const [resellers, clients] = [await analyzerOf(reseller), await analyzerOf(client)];
  const verdicts = async (
    { api }: typeof client,
    analyzer_id: string,
    { id: conversation_id }: typeof own,
    shared: boolean,
  ) => {
    const draft = { name: 'Draft', criteria, shared };
    const { results } = await api.analyses.preview({
      params: { analyzer_id },
      body: { conversation_id, draft },
    });
    return results.map(({ verdict }) => verdict);
  };
  for (const shared of [true, false]) {
    expect(await verdicts(client, clients, above, shared)).toEqual(['unknown', 'passed']);
    expect(await verdicts(reseller, clients, above, shared)).toEqual(['unknown', 'passed']);
    expect(await verdicts(client, clients, own, shared)).toEqual(['passed', 'passed']);
  }
  expect(await verdicts(reseller, resellers, above, true)).toEqual(['unknown', 'passed']);
  expect(await verdicts(reseller, resellers, above, false)).toEqual(['passed', 'passed']);
  expect(await verdicts(reseller, resellers, own, true)).toEqual(['passed', 'passed']);
});

test('an analyzer is tried only with conversations that it could analyze', async () => {
  const reseller = await analyzing();
  const [one, other] = [await organization(reseller), await organization(reseller)];
  const { id: conversation_id } = await endedConversation(one);
  const preview = async ({ client }: typeof one) => {
    const { id } = await operator.analyzers.create({ body: { name: 'Saved', client_id: client.id } });
    return refusalOf(
      reseller.api.analyses.preview({ params: { analyzer_id: id }, body: { conversation_id } }),
    );
  };
  expect(await preview(other)).toBe('404 conversation_not_found');
  const { id } = await operator.analyzers.create({ body: { name: 'Saved', client_id: one.client.id } });
  await reseller.api.analyses.preview({ params: { analyzer_id: id }, body: { conversation_id } });
});
