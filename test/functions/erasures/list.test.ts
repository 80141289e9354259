import { expect, test } from 'vitest';
import { organization } from '../../fixtures.ts';

test('erasures of an organization and its descendants are listed, newest first', async () => {
  const org = await organization();
  const child = await organization(org);
  const first = await org.api.erasures.create({ body: { caller: 'crm-1' } });
  const second = await child.api.erasures.create({ body: { caller: 'crm-2' } });
  const listed = async (api: typeof org.api, query = {}) =>
    (await api.erasures.list({ query })).data.map(({ id }) => id);
  expect(await listed(org.api)).toEqual([second.id, first.id]);
  expect(await listed(child.api)).toEqual([second.id]);
  expect(await listed(org.api, { client_id: child.client.id })).toEqual([second.id]);
});
