import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('an organization below sees the versions of a shared analyzer', async () => {
  const org = await organization();
  const below = await organization(org);
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'One' } });
  const { data } = await below.api.analyzerVersions.list({ params: { analyzer_id } });
  expect(data).toMatchObject([{ version: 1, name: 'One', enabled: true }]);
  const unknown = { params: { analyzer_id: unknownId('anl') } };
  expect(await refusalOf(org.api.analyzerVersions.list(unknown))).toBe('404 analyzer_not_found');
});
