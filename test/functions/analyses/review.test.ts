import { expect, test } from 'vitest';
import { organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';
import { overtaken } from '../../support/fault-proxy.ts';

test('a review keeps the original and its author, prevails, and can be taken back', async () => {
  const org = await analyzing();
  const { id: analyzer_id } = await org.api.analyzers.create({
    body: {
      name: 'Checks',
      criteria: [{ name: 'greeting', kind: 'contains', texts: ['good evening'] }],
      success: { rule: 'all_required' },
      review: { on: ['failed'] },
    },
  });
  const { id: conversation_id } = await endedConversation(org, { outcome: 'success' });
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));
  const read = () => org.api.conversations.get({ params: { conversation_id } });
  const before = await read();
  expect(before).toMatchObject({
    analysis: { failed: ['greeting'] },
    sources: { outcome: 'api', quality: 'analysis' },
  });
  const queue = () => org.api.reviews.list({ query: { status: 'open' } });
  expect((await queue()).data).toMatchObject([
    { conversation_id, reason: 'failed', results: [{ verdict: 'failed' }] },
  ]);

  const results = [{ name: 'greeting', verdict: 'passed' as const, note: 'Said it in French' }];
  const body = { results, outcome: 'answered' };
  const reviewed = await org.api.analyses.review({ params, body });
  const me = await org.api.me.get();
  expect(reviewed).toMatchObject({
    results: [{ name: 'greeting', verdict: 'failed' }],
    review: { results, by: me.key?.id },
  });
  await org.api.conversations.update({ params: { conversation_id }, body: { outcome: 'other' } });
  expect(await read()).toMatchObject({
    outcome: 'answered',
    quality: { successful: true, criteria: [{ passed: true, rationale: 'Said it in French' }] },
    analysis: { successful: true, failed: [] },
    sources: { outcome: 'review', quality: 'review' },
  });
  const found = await org.api.conversations.list({ query: { label: 'criterion.greeting:passed' } });
  expect(found.data.map(({ id }) => id)).toEqual([conversation_id]);
  expect((await queue()).data).toEqual([]);

  await org.api.analyses.removeReview({ params });
  const { outcome, quality, analysis, sources } = await read();
  expect({ outcome, quality, analysis, sources }).toEqual({
    outcome: before.outcome,
    quality: before.quality,
    analysis: before.analysis,
    sources: before.sources,
  });
  expect(await refusalOf(org.api.analyses.removeReview({ params }))).toBe('404 review_not_found');
  const wrong = { results: [{ name: 'other', verdict: 'passed' as const }] };
  expect(await refusalOf(org.api.analyses.review({ params, body: wrong }))).toBe('400 validation_failed');
  const stranger = (await organization()).api;
  expect(await refusalOf(stranger.analyses.review({ params, body }))).toBe('404 conversation_not_found');
  const unknown = { ...params, analyzer_id: unknownId('anl') };
  expect(await refusalOf(org.api.analyses.review({ params: unknown, body }))).toBe('404 analyzer_not_found');
});

test.for([true, false])('of two reviews of what was read, one is refused (shared: %s)', async (shared) => {
  const org = await analyzing();
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['good evening'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Checks', shared, criteria } });
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));
  const { response } = await org.api.analyses.get.withResponse({ params });
  const ifMatch = response.headers.get('etag') ?? '';
  const review = (note: string) => {
    const results = [{ name: 'greeting', verdict: 'passed' as const, note }];
    return org.api.analyses.review({ params, body: { results }, ifMatch });
  };
  const late = overtaken(
    platform.dynamodb_endpoint,
    { contains: `The late note of ${conversation_id}`, operation: 'TransactWriteItems' },
    () => review(`The late note of ${conversation_id}`),
    () => review('The first note'),
  );
  expect(await refusalOf(late)).toBe('412 precondition_failed');
  const kept = await org.api.analyses.get({ params });
  expect(kept.review?.results).toMatchObject([{ note: 'The first note' }]);
});

test('a review sets success and score only if the reviewer or the rule decides them', async () => {
  const org = await analyzing();
  const criteria = [
    { name: 'greeting', kind: 'contains' as const, texts: ['good evening'] },
    { name: 'order', kind: 'contains' as const, texts: ['order'] },
  ];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Open', criteria } });
  const quality = {
    successful: true,
    score: 0.97,
    criteria: [{ name: 'own', passed: true, rationale: null }],
  };
  const { id: conversation_id } = await endedConversation(org, { quality });
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));
  const read = async () => {
    const { quality: known, sources } = await org.api.conversations.get({ params: { conversation_id } });
    return { ...known, criteria: known?.criteria.map(({ name }) => name), source: sources.quality };
  };
  const reported = { successful: true, score: 0.97, criteria: ['own'], source: 'api' };
  expect(await read()).toEqual(reported);

  const results = [{ name: 'greeting', verdict: 'passed' as const }];
  const reviewed = await org.api.analyses.review({ params, body: { results } });
  expect(reviewed.review?.results).toMatchObject(results);
  expect(await read()).toEqual(reported);

  await org.api.analyses.review({ params, body: { results, successful: false } });
  expect(await read()).toEqual({
    ...{ successful: false, score: 0.97, source: 'review' },
    criteria: ['greeting', 'order', 'own'],
  });
  await org.api.analyses.removeReview({ params });
  expect(await read()).toEqual(reported);

  // A rule that leaves success open decides nothing either.
  const { version: _version, ...analyzer } = await org.api.analyzers.update({
    params: { analyzer_id },
    body: { success: { rule: 'all_required' } },
  });
  expect(analyzer.success).toMatchObject({ rule: 'all_required' });
  await org.api.analyses.create({ params: { conversation_id }, body: {} });
  await eventually(async () => {
    expect((await org.api.analyses.get({ params })).successful).toBe(false);
  });
  const open = [{ name: 'greeting', verdict: 'unknown' as const }];
  await org.api.analyses.review({ params, body: { results: open } });
  expect(await read()).toEqual(reported);
  await org.api.analyses.review({ params, body: { results } });
  expect(await read()).toMatchObject({ successful: true, score: 1, source: 'review' });
});
