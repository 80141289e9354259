import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import { clientFor, makeKey, operator, organization, refusalOf } from '../../fixtures.ts';
import { allItems, itemsLeft } from '../../support/table.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('a rotated key has a new secret, and the previous one works during the overlap', async () => {
  const org = await organization();
  const made = await operator.apiKeys.create({
    body: { name: 'Rotated', client_id: org.client.id, scopes: ['agents:read', 'keys:read'] },
  });
  const params = { api_key_id: made.id };
  const rotated = await org.api.apiKeys.rotate({ params });
  const { key: _before, updated_at: _then, ...same } = made;
  expect(rotated).toMatchObject({ ...same, version: 2 });
  expect(rotated.key).not.toBe(made.key);
  for (const secret of [made.key, rotated.key]) {
    const { key } = await clientFor(secret).me.get();
    expect([key?.id, key?.scopes]).toEqual([made.id, made.scopes]);
  }
  const { data } = await org.api.apiKeys.list();
  expect(data.find(({ id }) => id === made.id)?.version).toBe(2);
  expect(await allItems(rotated.key)).toEqual([]);
});

test('older secrets stop working, and without an overlap so does the previous one', async () => {
  const org = await organization();
  const body = { name: 'Rotated', client_id: org.client.id, scopes: [...scopes] };
  const agents = (secret: string) => clientFor(secret).agents.list();
  /** A key's secrets, the oldest first, after rotations with these overlaps. */
  const rotated = async (overlaps: readonly number[]) => {
    const { id, key } = await operator.apiKeys.create({ body });
    const params = { api_key_id: id };
    const secrets = [key];
    for (const overlap_seconds of overlaps)
      secrets.push((await org.api.apiKeys.rotate({ params, body: { overlap_seconds } })).key);
    return { params, secrets };
  };
  const overlapping = await rotated([600, 600]);
  const [oldest = '', ...good] = overlapping.secrets;
  expect(await refusalOf(agents(oldest))).toBe('401 unauthenticated');
  await Promise.all(good.map(agents));

  const { params, secrets } = await rotated([600, 600, 0]);
  const last = secrets.pop() ?? '';
  for (const secret of secrets) expect(await refusalOf(agents(secret))).toBe('401 unauthenticated');
  await agents(last);

  await org.api.apiKeys.revoke({ params });
  expect(await itemsLeft(params.api_key_id)).toEqual([]);
});

test('a key rotates no key with more scopes or a later expiry', async () => {
  const org = await organization();
  const strong = await operator.apiKeys.create({
    body: { name: 'Strong', client_id: org.client.id, scopes: ['keys:write', 'agents:read'] },
  });
  const params = { api_key_id: strong.id };
  const weak = clientFor(await makeKey(org.client.id, ['keys:write']));
  expect(await refusalOf(weak.apiKeys.rotate({ params, body: {} }))).toBe('403 insufficient_scope');
  const { key } = await operator.apiKeys.create({
    body: { name: 'Short', client_id: org.client.id, scopes: [...scopes], expires_at: inAnHour() },
  });
  expect(await refusalOf(clientFor(key).apiKeys.rotate({ params, body: {} }))).toBe('409 api_key_outlives');
  const stranger = await organization();
  expect(await refusalOf(stranger.api.apiKeys.rotate({ params, body: {} }))).toBe('404 api_key_not_found');
});

test('a repeated rotation returns the same secret, only to the key that sent the first request', async () => {
  const org = await organization();
  const { id } = await operator.apiKeys.create({
    body: { name: 'R', client_id: org.client.id, scopes: ['agents:read'] },
  });
  const input = { params: { api_key_id: id }, body: {}, idempotencyKey: 'rotation-1' };
  const first = await org.api.apiKeys.rotate(input);
  expect(await org.api.apiKeys.rotate(input)).toEqual(first);
  const other = clientFor(await makeKey(org.client.id));
  expect(await refusalOf(other.apiKeys.rotate(input))).toBe('422 idempotency_key_reused');
});
