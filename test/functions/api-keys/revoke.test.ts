import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import { clientFor, operator, organisation, refusalOf } from '../../fixtures.ts';
import { allItems } from '../../support/table.ts';

test('a revoked key is gone, with everything that was known of it', async () => {
  const org = await organisation();
  const { id, key } = await operator.apiKeys.create({
    body: { name: 'Gone', client_id: org.client.id, scopes: [...scopes] },
  });
  // Used by one function, which remembers it for ten seconds; another one does not know it.
  await clientFor(key).agents.list();
  const params = { api_key_id: id };
  const { response } = await org.api.apiKeys.revoke.withResponse({ params });
  expect(response.status).toBe(204);
  expect(await refusalOf(org.api.apiKeys.get({ params }))).toBe('404 api_key_not_found');
  expect(await refusalOf(org.api.apiKeys.revoke({ params }))).toBe('404 api_key_not_found');
  expect(await refusalOf(clientFor(key).clients.list())).toBe('401 unauthenticated');
  const left = (await allItems(id)).filter(({ pk }) => !pk.startsWith('events#'));
  expect(left).toEqual([]);
});

test('a key may revoke itself', async () => {
  const org = await organisation();
  const { key } = await org.api.me.get();
  await org.api.apiKeys.revoke({ params: { api_key_id: key.id } });
  expect((await operator.apiKeys.list({ query: { client_id: org.client.id } })).data).toEqual([]);
});
