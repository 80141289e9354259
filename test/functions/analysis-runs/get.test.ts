import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a run is visible to the organization of its analyzer and above', async () => {
  const above = await organization();
  const org = await organization(above);
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'One' } });
  const { id } = await org.api.analysisRuns.create({ body: { analyzer_id, dry_run: true } });
  const params = { analysis_run_id: id };
  expect(await above.api.analysisRuns.get({ params })).toMatchObject({ id, analyzer_id, dry_run: true });
  const stranger = (await organization()).api;
  expect(await refusalOf(stranger.analysisRuns.get({ params }))).toBe('404 analysis_run_not_found');
});
