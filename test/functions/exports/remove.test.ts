import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { completed, fileOf } from '../../support/exports.ts';

test('an export that is removed can no longer be downloaded', async () => {
  const org = await organization();
  const below = await organization(org);
  const exported = await completed(org.api, { resources: ['clients'] });
  const params = { export_id: exported.id };
  expect(await refusalOf(below.api.exports.remove({ params }))).toBe('404 export_not_found');
  const { url } = fileOf(exported, 'clients');
  await org.api.exports.remove({ params });
  expect(await refusalOf(org.api.exports.get({ params }))).toBe('404 export_not_found');
  expect((await org.api.exports.list()).data).toEqual([]);
  await eventually(async () => expect((await fetch(url)).status).toBe(404));
});
