import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('an earlier version is restored as a new one', async () => {
  const { api } = await organization();
  const { id: analyzer_id } = await api.analyzers.create({ body: { name: 'One' } });
  await api.analyzers.update({ params: { analyzer_id }, body: { name: 'Two' } });
  const params = { analyzer_id, analyzer_version: '1' };
  expect(await api.analyzerVersions.restore({ params })).toMatchObject({ name: 'One', version: 3 });
  const missing = { params: { analyzer_id, analyzer_version: '9' } };
  expect(await refusalOf(api.analyzerVersions.restore(missing))).toBe('404 analyzer_version_not_found');
  const unknown = { params: { analyzer_id: unknownId('anl'), analyzer_version: '1' } };
  expect(await refusalOf(api.analyzerVersions.restore(unknown))).toBe('404 analyzer_not_found');
});

test('If-Match refuses to restore an analyzer that has changed since it was read', async () => {
  const { api } = await organization();
  const { id: analyzer_id } = await api.analyzers.create({ body: { name: 'One' } });
  const { response } = await api.analyzers.get.withResponse({ params: { analyzer_id } });
  await api.analyzers.update({ params: { analyzer_id }, body: { name: 'Two' } });
  const params = { analyzer_id, analyzer_version: '1' };
  const ifMatch = response.headers.get('etag') ?? '';
  expect(await refusalOf(api.analyzerVersions.restore({ params, ifMatch }))).toBe('412 precondition_failed');
});
