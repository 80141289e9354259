import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import { clientFor, makeKey, operator, organisation, refusalOf } from '../../fixtures.ts';

test('a key learns what it is, of which organisation, and what it may do', async () => {
  const org = await organisation();
  const api = clientFor(await makeKey(org.client.id, ['agents:read']));
  const me = await api.me.get();
  expect(me.key).toMatchObject({ name: 'Test', client_id: org.client.id });
  expect(me.client).toMatchObject({ id: org.client.id, name: org.client.name, status: 'active' });
  expect(me.scopes).toEqual(['agents:read']);
});

test('nobody learns here what only a scope shows', async () => {
  const org = await organisation(undefined, 'client', { settings: { internal_api_token: 'secret' } });
  await operator.clients.replace({
    params: { client_id: org.client.id },
    body: {
      name: 'Secretive',
      settings: { internal_api_token: 'secret' },
      billing_info: { email: 'secret@example.com' },
      metadata: { note: 'secret' },
    },
  });
  const { key } = await operator.apiKeys.create({
    body: { name: 'X', client_id: org.client.id, scopes: ['agents:read'], metadata: { note: 'secret' } },
  });
  const { reply } = await clientFor(key).me.get.withResponse();
  expect(reply.client?.name).toBe('Secretive');
  expect(JSON.stringify(reply)).not.toContain('secret');
});

test('a key of the platform has no organisation', async () => {
  const me = await operator.me.get();
  expect(me.client).toBeNull();
  expect([...me.scopes].sort()).toEqual([...scopes].sort());
});

test('a key that is revoked while a function still remembers it is told so', async () => {
  const org = await organisation();
  const { key } = await org.api.me.get();
  await operator.apiKeys.revoke({ params: { api_key_id: key.id } });
  expect(await refusalOf(org.api.me.get())).toBe('401 unauthenticated');
});
