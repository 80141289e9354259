import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('a list has the runs of an organization and those below', async () => {
  const above = await organization();
  const org = await organization(above);
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'One' } });
  const { id } = await org.api.analysisRuns.create({ body: { analyzer_id, dry_run: true } });
  expect((await above.api.analysisRuns.list()).data.map((run) => run.id)).toEqual([id]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.analysisRuns.list({ query }))).toBe('404 client_not_found');
});
