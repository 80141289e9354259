import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { analyzing, endedConversation } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';

test('a run analyzes conversations that ended before the analyzer was made', async () => {
  const org = await analyzing();
  for (let at = 0; at < 3; at += 1) await endedConversation(org);
  const criteria = [{ name: 'greeting', kind: 'contains' as const, texts: ['how can I help'] }];
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'Late', criteria } });
  const body = { analyzer_id, only: 'all' as const, max_conversations: 2 };
  const { id } = await org.api.analysisRuns.create({ body });
  await eventually(async () => {
    const run = await org.api.analysisRuns.get({ params: { analysis_run_id: id } });
    expect(run).toMatchObject({ status: 'completed', analyzed: 2, failed: 0, tokens_used: 0 });
  });
  const unknown = { body: { analyzer_id: unknownId('anl') } };
  expect(await refusalOf(org.api.analysisRuns.create(unknown))).toBe('404 analyzer_not_found');
  const version = { body: { analyzer_id, version: 7 } };
  expect(await refusalOf(org.api.analysisRuns.create(version))).toBe('404 analyzer_version_not_found');
});

test('a run with an earlier version keeps to the present budget, and to who may see the results', async () => {
  const org = await analyzing();
  const { id: analyzer_id } = await org.api.analyzers.create({
    body: {
      name: 'Judge',
      criteria: [{ name: 'polite', kind: 'judge', instruction: 'The agent was polite.' }],
    },
  });
  const change = { tokens_per_month: 1, shared: false };
  await org.api.analyzers.update({ params: { analyzer_id }, body: change });
  const below = await organization(org, 'location');
  const { id: conversation_id } = await endedConversation(below);
  const params = { conversation_id, analyzer_id };
  await eventually(() => org.api.analyses.get({ params }));

  const body = { analyzer_id, version: 1, only: 'all' as const };
  const { id } = await org.api.analysisRuns.create({ body });
  await eventually(async () => {
    const run = await org.api.analysisRuns.get({ params: { analysis_run_id: id } });
    expect(run).toMatchObject({ status: 'completed', version: 1, tokens_used: 0 });
  });
  expect(await org.api.analyses.get({ params })).toMatchObject({
    version: 1,
    status: 'skipped',
    status_reason: 'budget',
  });
  expect(await refusalOf(below.api.analyses.get({ params }))).toBe('404 analyzer_not_found');
});
