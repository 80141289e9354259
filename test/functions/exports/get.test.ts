import { expect, test } from 'vitest';
import { clientFor, makeKey, organization, problemOf, refusalOf } from '../../fixtures.ts';
import { completed, fileOf } from '../../support/exports.ts';

test('links download files under their names, without an API key', async () => {
  const { api } = await organization();
  const exported = await completed(api, { resources: ['clients'], format: 'csv' });
  const { key } = await api.me.get();
  expect(exported.created_by).toBe(key?.id);
  expect((await api.exports.list()).data).toMatchObject([{ id: exported.id, created_by: key?.id }]);
  const file = fileOf(exported, 'clients');
  expect(file).toMatchObject({ name: 'clients-0001.csv', rows: 1 });
  const response = await fetch(file.url);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="clients-0001.csv"');
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(Date.parse(exported.links_expire_at)).toBeGreaterThan(Date.parse(exported.created_at));
});

test('a key gets links only to what it may read by itself', async () => {
  const { client, api } = await organization();
  const { id } = await api.exports.create({ body: { resources: ['agents', 'clients'] } });
  const reader = clientFor(await makeKey(client.id, ['exports:read', 'clients:read']));
  const problem = await problemOf(reader.exports.get({ params: { export_id: id } }));
  expect([problem.code, problem.problem.required_scope]).toEqual(['insufficient_scope', 'agents:read']);
});

test('the export of an organization is not shown to those below it', async () => {
  const org = await organization();
  const below = await organization(org);
  const { id } = await org.api.exports.create({ body: { resources: ['clients'] } });
  expect(await refusalOf(below.api.exports.get({ params: { export_id: id } }))).toBe('404 export_not_found');
});
