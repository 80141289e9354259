import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';

test('a run that has ended stays as it is', async () => {
  const org = await organization();
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'One' } });
  const { id } = await org.api.analysisRuns.create({ body: { analyzer_id, dry_run: true } });
  const params = { analysis_run_id: id };
  await eventually(async () => {
    expect((await org.api.analysisRuns.get({ params })).status).toBe('completed');
  });
  expect((await org.api.analysisRuns.cancel({ params })).status).toBe('completed');
  const stranger = (await organization()).api;
  expect(await refusalOf(stranger.analysisRuns.cancel({ params }))).toBe('404 analysis_run_not_found');
});
