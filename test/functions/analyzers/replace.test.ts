import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('a replacement creates a version, and the same content does not', async () => {
  const { api } = await organization();
  const analyzer = await api.analyzers.create({ body: { name: 'One' } });
  const params = { analyzer_id: analyzer.id };
  expect(await api.analyzers.replace({ params, body: analyzer })).toEqual(analyzer);
  const replaced = await api.analyzers.replace({ params, body: { ...analyzer, name: 'Two' } });
  expect(replaced).toMatchObject({ name: 'Two', version: 2 });
  const { data } = await api.analyzerVersions.list({ params });
  expect(data.map(({ version, name }) => [version, name])).toEqual([
    [2, 'Two'],
    [1, 'One'],
  ]);
  const unknown = { params: { analyzer_id: unknownId('anl') }, body: { name: 'Two' } };
  expect(await refusalOf(api.analyzers.replace(unknown))).toBe('404 analyzer_not_found');
});
