import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('a version stays as it was', async () => {
  const { api } = await organization();
  const first = await api.analyzers.create({ body: { name: 'One' } });
  await api.analyzers.update({ params: { analyzer_id: first.id }, body: { name: 'Two' } });
  const params = { analyzer_id: first.id, analyzer_version: '1' };
  expect(await api.analyzerVersions.get({ params })).toEqual(first);
  const missing = { params: { ...params, analyzer_version: '3' } };
  expect(await refusalOf(api.analyzerVersions.get(missing))).toBe('404 analyzer_version_not_found');
  const unknown = { params: { ...params, analyzer_id: unknownId('anl') } };
  expect(await refusalOf(api.analyzerVersions.get(unknown))).toBe('404 analyzer_not_found');
});
