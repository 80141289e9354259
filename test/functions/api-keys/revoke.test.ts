import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import { clientFor, makeKey, operator, organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { itemsLeft } from '../../support/table.ts';

test('a revoked key is removed with all its items', async () => {
  const org = await organization();
  const { id, key } = await operator.apiKeys.create({
    body: { name: 'Gone', client_id: org.client.id, scopes: [...scopes] },
  });
  // Functions remember it for ten seconds.
  await clientFor(key).agents.list();
  const params = { api_key_id: id };
  const { response } = await org.api.apiKeys.revoke.withResponse({ params });
  expect(response.status).toBe(204);
  expect(await refusalOf(org.api.apiKeys.get({ params }))).toBe('404 api_key_not_found');
  expect(await refusalOf(org.api.apiKeys.revoke({ params }))).toBe('404 api_key_not_found');
  await eventually(async () =>
    expect(await refusalOf(clientFor(key).clients.list())).toBe('401 unauthenticated'),
  );
  expect(await itemsLeft(id)).toEqual([]);
});

test('a key can revoke itself', async () => {
  const org = await organization();
  const { key } = await org.api.me.get();
  await org.api.apiKeys.revoke({ params: { api_key_id: key?.id ?? '' } });
  expect((await operator.apiKeys.list({ query: { client_id: org.client.id } })).data).toEqual([]);
});

test('a platform key is revoked with another one that expires no earlier, so that the last one stays', async () => {
  const create = (expires_at?: string) =>
    operator.apiKeys.create({
      body: { name: 'Operator', scopes: [...scopes], ...(expires_at && { expires_at }) },
    });
  const [one, short] = await Promise.all([create(), create('2999-01-01T00:00:00Z')]);
  const revoke = (key: string, id: string) => clientFor(key).apiKeys.revoke({ params: { api_key_id: id } });
  expect(await refusalOf(revoke(one.key, one.id))).toBe('409 platform_key_needed');
  expect(await refusalOf(revoke(short.key, one.id))).toBe('409 platform_key_needed');
  await revoke(one.key, short.id);

  // Two that revoke each other at the same moment: one is left.
  const other = await create();
  const results = await Promise.allSettled([revoke(one.key, other.id), revoke(other.key, one.id)]);
  const left = await Promise.all(
    [one, other].map(({ id }) =>
      operator.apiKeys.get({ params: { api_key_id: id } }).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(left.filter(Boolean)).toHaveLength(1);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const { id } of [one, other]) {
    await operator.apiKeys.revoke({ params: { api_key_id: id } }).catch(() => {});
  }
  expect(await makeKey()).toBeTruthy();
});
