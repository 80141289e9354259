import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { completed } from '../../support/exports.ts';

test('exports of the organization and its descendants are listed, newest first, without links', async () => {
  const org = await organization();
  const below = await organization(org);
  const first = await completed(org.api, { resources: ['clients'], metadata: { for: 'the auditor' } });
  const second = await completed(below.api, { resources: ['clients'] });
  const {
    files: _files,
    links_expire_at: _expire,
    filters: _filters,
    metadata: _metadata,
    ...shown
  } = second;
  const { data } = await org.api.exports.list();
  expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(data[0]).toEqual(shown);
  expect((await below.api.exports.list()).data.map(({ id }) => id)).toEqual([second.id]);
  const query = { client_id: org.client.id };
  expect(await refusalOf(below.api.exports.list({ query }))).toBe('404 client_not_found');
});
