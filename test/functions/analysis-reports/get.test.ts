import { expect, test } from 'vitest';
import { organization, platform, problemOf, refusalOf } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';

test('a report counts verdicts by version, and compares them with reviews', async () => {
  const org = await analyzing();
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['good evening'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Checks', criteria } });
  const params = { analyzer_id };
  const analyze = async (version: number) => {
    const { id: conversation_id } = await endedConversation(org);
    const one = { conversation_id, analyzer_id };
    await eventually(async () =>
      expect(await org.api.analyses.get({ params: one })).toMatchObject({ version }),
    );
    return one;
  };
  const first = await analyze(1);
  await analyze(1);
  const changed = [{ name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] }];
  await org.api.analyzers.update({ params, body: { criteria: changed } });
  await analyze(2);
  const results = [{ name: 'greeting', verdict: 'passed' as const }];
  await org.api.analyses.review({ params: first, body: { results } });
  const report = await org.api.analysisReports.get({ params });
  expect(report.analyses).toBe(3);
  expect(report.rows).toMatchObject([
    { version: 1, name: 'greeting', passed: 0, failed: 2 },
    { version: 2, name: 'greeting', passed: 1, failed: 0 },
  ]);
  expect(report.agreement).toMatchObject([
    { version: 1, wrongly_failed: 1, reviewed: 1, agreement: 0, kappa: null },
  ]);
  const csv = await fetch(new URL(`/v1/analyzers/${analyzer_id}/report`, platform.base_url), {
    headers: { authorization: `Bearer ${org.key}`, accept: 'text/csv' },
  });
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect((await csv.text()).split('\r\n')).toEqual([
    'start,version,agent_id,name,passed,failed,unknown,not_applicable,unscored',
    expect.stringMatching(/,1,,greeting,0,2,0,0,0$/),
    expect.stringMatching(/,2,,greeting,1,0,0,0,0$/),
    '',
  ]);
  const stranger = (await organization(org)).api;
  expect(await refusalOf(stranger.analysisReports.get({ params }))).toBe('404 analyzer_not_found');
});

test('a review counts only for the version that was reviewed', async () => {
  const org = await analyzing();
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Checks', criteria } });
  const { id: conversation_id } = await endedConversation(org);
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));
  await org.api.analyses.review({ params, body: {} });
  const agreement = async () => (await org.api.analysisReports.get({ params: { analyzer_id } })).agreement;
  expect(await agreement()).toMatchObject([{ version: 1, both_passed: 1 }]);

  const changed = [{ name: 'greeting', kind: 'contains' as const, texts: ['good evening'] }];
  await org.api.analyzers.update({ params: { analyzer_id }, body: { criteria: changed } });
  await org.api.analyses.create({ params: { conversation_id }, body: {} });
  await eventually(async () =>
    expect(await org.api.analyses.get({ params })).toMatchObject({ version: 2, review: { results: [] } }),
  );
  expect(await agreement()).toEqual([]);
  await org.api.analyses.review({ params, body: {} });
  expect(await agreement()).toMatchObject([{ version: 2, both_failed: 1 }]);
});

test('a time that is none is refused, and a range that ends where it begins', async () => {
  const { api } = await organization();
  const { id: analyzer_id } = await api.analyzers.create({ body: { name: 'Service' } });
  const faultsOf = async (query: { from: string; to?: string }) =>
    (await problemOf(api.analysisReports.get({ params: { analyzer_id }, query }))).errors;
  expect(await faultsOf({ from: 'yesterday' })).toMatchObject([
    { parameter: 'from', code: 'invalid_format' },
  ]);
  const from = '2026-06-01T00:00:00Z';
  expect(await faultsOf({ from, to: from })).toMatchObject([{ parameter: 'to', code: 'out_of_range' }]);
  // `to` is the present by default.
  expect(await faultsOf({ from: '2999-01-01T00:00:00Z' })).toMatchObject([
    { parameter: 'to', code: 'out_of_range' },
  ]);
});
