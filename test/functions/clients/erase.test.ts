import { expect, test } from 'vitest';
import { scopesOfErasure } from '#lib/contract/clients.ts';
import { scopes } from '#lib/contract/route.ts';
import { clientFor, makeKey, newConversation, operator, organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';

test('an organization is erased with its descendants, and the route returns the progress', async () => {
  const parent = await organization();
  const org = await organization(parent);
  const child = await organization(org, 'location');
  const conversation = await newConversation(org, {
    status: 'completed',
    turns: [{ role: 'user', text: 'Quincunx' }],
  });
  const params = { client_id: org.client.id };
  const counted = { organizations: 2, api_keys: 2, agents: 1, conversations: 1 };

  const dry = await parent.api.clients.erase.withResponse({ params, query: { dry_run: 'true' } });
  expect([dry.response.status, dry.reply]).toEqual([
    202,
    { client_id: org.client.id, status: 'dry_run', started_at: null, remaining: counted, has_more: false },
  ]);
  expect((await parent.api.clients.get({ params })).status).toBe('active');

  const { response, reply } = await parent.api.clients.erase.withResponse({ params });
  expect([response.status, response.headers.get('etag')]).toEqual([202, null]);
  expect(reply).toMatchObject({ status: 'erasing', remaining: counted });
  await eventually(async () => {
    const { remaining } = await parent.api.clients.erase({ params });
    expect(remaining).toEqual({ organizations: 2, api_keys: 0, agents: 0, conversations: 0 });
  });
  expect(await refusalOf(org.api.me.get())).toBe('401 unauthenticated');
  expect(await refusalOf(child.api.me.get())).toBe('401 unauthenticated');
  const { id: conversation_id } = conversation;
  expect(await refusalOf(operator.conversations.get({ params: { conversation_id } }))).toBe(
    '404 conversation_not_found',
  );
  expect((await parent.api.conversations.list({ query: { q: 'quincunx' } })).data).toEqual([]);
  // Until the second look, a minute after the start, the organizations are there and suspended.
  expect((await parent.api.clients.get({ params })).status).toBe('suspended');
  expect(await refusalOf(parent.api.clients.update({ params, body: { status: 'active' } }))).toBe(
    '409 client_erasing',
  );
  expect(await refusalOf(parent.api.clients.replace({ params, body: { name: 'Again' } }))).toBe(
    '409 client_erasing',
  );
  expect(await refusalOf(parent.api.exports.create({ body: params }))).toBe('409 client_erasing');
});

test('a key that may not erase every part of an organization cannot erase the organization', async () => {
  const parent = await organization();
  const org = await organization(parent);
  const params = { client_id: org.client.id };
  for (const scope of new Set(Object.values(scopesOfErasure))) {
    const weaker = clientFor(
      await makeKey(
        parent.client.id,
        scopes.filter((one) => one !== scope),
      ),
    );
    const error = await weaker.clients.erase({ params }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'insufficient_scope', problem: { required_scope: scope } });
    const { status } = await weaker.clients.erase({ params, query: { dry_run: 'true' } });
    expect(status).toBe('dry_run');
  }
  expect((await parent.api.clients.get({ params })).status).toBe('active');
});

test('an organization cannot erase itself, nor one that has changed since it was read', async () => {
  const parent = await organization();
  const org = await organization(parent);
  const params = { client_id: org.client.id };
  expect(await refusalOf(org.api.clients.erase({ params }))).toBe('403 ancestor_key_required');
  const { response } = await parent.api.clients.get.withResponse({ params });
  await parent.api.clients.update({ params, body: { name: 'Renamed' } });
  const ifMatch = response.headers.get('etag') ?? '';
  expect(await refusalOf(parent.api.clients.erase({ params, ifMatch }))).toBe('412 precondition_failed');
  expect((await parent.api.clients.get({ params })).status).toBe('active');
});
