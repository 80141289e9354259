import { expect, test } from 'vitest';
import { newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';

test('an analysis is made again at the current version', async () => {
  const org = await analyzing();
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['good evening'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Checks', criteria } });
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id };
  const one = { ...params, analyzer_id };
  await eventually(() => org.api.analyses.get({ params: one }));
  const changed = [
    { ...criteria[0], name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] },
  ];
  await org.api.analyzers.update({ params: { analyzer_id }, body: { criteria: changed } });
  const asked = await org.api.analyses.create({ params, body: { analyzer_id } });
  expect(asked).toEqual({ conversation_id, analyzer_ids: [analyzer_id] });
  await eventually(async () => {
    const analysis = await org.api.analyses.get({ params: one });
    expect(analysis).toMatchObject({ version: 2, results: [{ verdict: 'passed' }] });
  });
  const unknown = { params, body: { analyzer_id: unknownId('anl') } };
  expect(await refusalOf(org.api.analyses.create(unknown))).toBe('404 analyzer_not_found');
  const { id: active } = await newConversation(org);
  const early = { params: { conversation_id: active }, body: {} };
  expect(await refusalOf(org.api.analyses.create(early))).toBe('409 conversation_active');
  const missing = { params: { conversation_id: unknownId('conv') }, body: {} };
  expect(await refusalOf(org.api.analyses.create(missing))).toBe('404 conversation_not_found');
});

test('an organization below makes only those again that are missing or out of date', async () => {
  const top = await analyzing();
  const below = await organization(top);
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['good evening'] }];
  const { id: analyzer_id } = await top.api.analyzers.create({ body: { name: 'Checks', criteria } });
  const { id: conversation_id } = await endedConversation(below);
  const params = { conversation_id };
  await eventually(() => below.api.analyses.get({ params: { ...params, analyzer_id } }));
  const again = async ({ api }: typeof top) => (await api.analyses.create({ params, body: {} })).analyzer_ids;
  expect(await again(below)).toEqual([]);
  expect(await again(top)).toEqual([analyzer_id]);
  await top.api.analyzers.update({ params: { analyzer_id }, body: { sentiment: true } });
  expect(await again(below)).toEqual([analyzer_id]);
});

test('once an analyzer is no longer shared, an organization below sees nothing of its new analysis', async () => {
  const org = await analyzing();
  const below = await organization(org, 'location');
  const criteria = [{ name: 'secret', kind: 'contains' as const, texts: ['good evening'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Checks', criteria } });
  const { id: conversation_id } = await endedConversation(below, { outcome: 'original' });
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));
  await org.api.analyses.review({ params, body: { outcome: 'reviewed' } });
  const seen = async () => {
    const { data } = await below.api.conversations.list({ query: { label: 'criterion.secret:failed' } });
    const read = await below.api.conversations.get({ params: { conversation_id } });
    const { analysis, quality, outcome, sources } = read;
    return {
      found: data.length,
      failed: analysis?.failed,
      quality,
      outcome,
      sources: [sources.quality, sources.outcome],
    };
  };
  expect(await seen()).toMatchObject({ found: 1, failed: ['secret'], sources: ['analysis', 'review'] });

  await org.api.analyzers.update({ params: { analyzer_id }, body: { shared: false } });
  await org.api.analyses.create({ params: { conversation_id }, body: {} });
  await eventually(async () => expect(await org.api.analyses.get({ params })).toMatchObject({ version: 2 }));
  expect(await seen()).toEqual({
    found: 0,
    failed: undefined,
    quality: null,
    outcome: 'original',
    sources: [null, 'api'],
  });
});
