import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import { organization, platform, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { tableOf } from '../../support/table.ts';

test('a removed analyzer leaves no versions', async () => {
  const { api } = await organization();
  const { id: analyzer_id } = await api.analyzers.create({ body: { name: 'One' } });
  const params = { analyzer_id };
  await api.analyzers.remove({ params });
  expect(await refusalOf(api.analyzers.get({ params }))).toBe('404 analyzer_not_found');
  expect(await refusalOf(api.analyzers.remove({ params }))).toBe('404 analyzer_not_found');
  await eventually(async () => {
    expect(await tableOf(platform).get(keyOf('analyzer_version', analyzer_id, 1))).toBeUndefined();
  });
});
