import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';

test('the random sample hides its verdicts until it is reviewed', async () => {
  const org = await analyzing();
  const below = await organization(org);
  const { id: analyzer_id } = await org.api.analyzers.create({
    body: {
      name: 'Sampled',
      criteria: [{ name: 'greeting', kind: 'contains', texts: ['how can I help'] }],
      review: { sample: 1 },
    },
  });
  const { id: conversation_id } = await endedConversation(below);
  await eventually(async () => {
    const { data } = await org.api.reviews.list({ query: { status: 'open' } });
    expect(data).toMatchObject([{ conversation_id, reason: 'sample', results: null }]);
  });
  expect((await below.api.reviews.list()).data).toEqual([]);
  const params = { conversation_id, analyzer_id };
  await org.api.analyses.review({ params, body: {} });
  expect((await org.api.reviews.list({ query: { status: 'open' } })).data).toEqual([]);
  expect((await org.api.reviews.list({ query: { status: 'done' } })).data).toMatchObject([
    { conversation_id, results: [{ name: 'greeting', verdict: 'passed' }] },
  ]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.reviews.list({ query }))).toBe('404 client_not_found');
});
