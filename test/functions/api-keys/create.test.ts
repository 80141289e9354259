import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import {
  clientFor,
  makeKey,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { allItems, tableOf } from '../../support/table.ts';

test('the secret is shown once, works, and is not stored in the table', async () => {
  const org = await organization();
  const created = await org.api.apiKeys.create({
    body: { name: 'CI', scopes: ['agents:write', 'agents:read', 'agents:read'], metadata: { a: 'b' } },
    idempotencyKey: randomUUID(),
  });
  const { key, ...entity } = created;
  expect(key).toMatch(/^vap_[0-9A-Za-z]{49}$/);
  expect(entity).toMatchObject({
    client_id: org.client.id,
    scopes: ['agents:read', 'agents:write'],
    expires_at: null,
    last_used_at: null,
    metadata: { a: 'b' },
  });
  expect(await org.api.apiKeys.get({ params: { api_key_id: entity.id } })).toEqual(entity);
  await clientFor(key).agents.list();

  const table = JSON.stringify(await allItems(entity.id));
  expect(table).toContain(entity.id);
  expect(table).not.toContain(key);
});

test('a repeat with an Idempotency-Key returns the same secret, but only to the same API key', async () => {
  const org = await organization();
  const input = { body: { name: 'CI', scopes: ['agents:read' as const] }, idempotencyKey: randomUUID() };
  const first = await org.api.apiKeys.create(input);
  expect((await org.api.apiKeys.create(input)).key).toBe(first.key);
  const colleague = clientFor(await makeKey(org.client.id));
  expect(await refusalOf(colleague.apiKeys.create(input))).toBe('422 idempotency_key_reused');
});

test('an Idempotency-Key can be used again after a day, even before DynamoDB has deleted the answer', async () => {
  const org = await organization();
  const input = { body: { name: 'CI', scopes: ['agents:read' as const] }, idempotencyKey: randomUUID() };
  const first = await org.api.apiKeys.create(input);
  const [kept] = (await allItems(org.client.id)).filter(({ pk }) => pk.startsWith('idempotency#'));
  expect(kept?.expires).toBeGreaterThan(Date.now() / 1000 + 86_000);
  await tableOf(platform).put({ ...kept, expires: Math.floor(Date.now() / 1000) - 1 });
  expect((await org.api.apiKeys.create(input)).id).not.toBe(first.id);
});

test('a key creates keys only within its own scopes, reach and expiry', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const { key } = await operator.apiKeys.create({
    body: { name: 'Limited', client_id: org.client.id, scopes: ['keys:write', 'agents:read'], expires_at },
  });
  const api = clientFor(key);
  const create = (body: object) =>
    api.apiKeys.create({ body: { name: 'X', scopes: ['agents:read'], ...body } });

  const more = await problemOf(create({ scopes: ['agents:read', 'agents:write'] }));
  expect([more.code, more.problem.required_scope]).toEqual(['insufficient_scope', 'agents:write']);
  expect(await refusalOf(create({ client_id: stranger.client.id }))).toBe('404 client_not_found');
  expect(await refusalOf(create({ client_id: unknownId('client') }))).toBe('404 client_not_found');
  for (const later of [null, new Date(Date.now() + 7_200_000).toISOString()]) {
    expect((await problemOf(create({ expires_at: later }))).errors[0]?.pointer).toBe('/expires_at');
  }
  expect((await problemOf(create({ expires_at: '2020-01-01T00:00:00Z' }))).errors[0]?.pointer).toBe(
    '/expires_at',
  );
  expect((await create({})).expires_at).toBe(expires_at);
  const below = await organization(org, 'location');
  expect((await create({ client_id: below.client.id })).client_id).toBe(below.client.id);
});

test('only platform keys create platform keys', async () => {
  const platformKey = await operator.apiKeys.create({ body: { name: 'Operator', scopes: [...scopes] } });
  expect(platformKey.client_id).toBeNull();
  const org = await organization();
  expect((await org.api.apiKeys.create({ body: { name: 'X', scopes: ['agents:read'] } })).client_id).toBe(
    org.client.id,
  );
});

test('a suspended organization gets no keys', async () => {
  const org = await organization();
  await suspend(org);
  const create = operator.apiKeys.create({
    body: { name: 'X', client_id: org.client.id, scopes: ['agents:read'] },
  });
  expect(await refusalOf(create)).toBe('409 client_suspended');
});
