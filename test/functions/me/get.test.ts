import { describe, expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import {
  clientFor,
  makeKey,
  newAgent,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
} from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

test('a key gets its own description, its organization and its scopes', async () => {
  const org = await organization();
  const api = clientFor(await makeKey(org.client.id, ['agents:read']));
  const before = new Date().toISOString();
  const me = await api.me.get();
  expect(me.time >= before && me.time <= new Date().toISOString()).toBe(true);
  expect(me.key).toMatchObject({ name: 'Test', client_id: org.client.id });
  expect(me.client).toMatchObject({ id: org.client.id, name: org.client.name, status: 'active' });
  expect(me.scopes).toEqual(['agents:read']);
});

test('the answer shows nothing that requires a scope', async () => {
  const org = await organization(undefined, 'client', { settings: { internal_api_token: 'secret' } });
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

test('a key of the platform has no organization', async () => {
  const me = await operator.me.get();
  expect(me.client).toBeNull();
  expect([...me.scopes].sort()).toEqual([...scopes].sort());
});

test('a revoked key that a function still has cached is refused', async () => {
  const org = await organization();
  const { key } = await org.api.me.get();
  await operator.apiKeys.revoke({ params: { api_key_id: key?.id ?? '' } });
  expect(await refusalOf(org.api.me.get())).toBe('401 unauthenticated');
});

test('a person who names no organization is in the only one that there is to choose', async () => {
  const reseller = await organization(undefined, 'reseller', { settings: { branding: { name: 'Bright' } } });
  const [one, other] = [await organization(reseller, 'client'), await organization(reseller, 'client')];
  const connected = await connect(reseller.client.id);
  const { browser, email, memberId } = await invite(connected, one.client.id, { role: 'listener' });
  const nowhere = browser.api('none');
  const { time: _now, ...there } = await browser.api(one.client.id).me.get();
  const { time: _then, ...first } = await nowhere.me.get();
  expect(first).toEqual(there);
  expect(first).toMatchObject({ client: { id: one.client.id }, branding: { name: 'Bright' } });
  expect(await refusalOf(nowhere.conversations.list())).toBe('403 insufficient_scope');

  const { id, token } = await operator.invitations.create({
    body: { email, connection_id: connected.connection.id, client_id: other.client.id, role: 'analyst' },
  });
  await nowhere.invitations.accept({ params: { invitation_id: id }, body: { token } });
  expect(await nowhere.me.get()).toMatchObject({ client: null, branding: null, scopes: [] });

  await operator.members.remove({ params: { member_id: memberId } });
  expect((await nowhere.me.get()).client?.id).toBe(other.client.id);
});

describe('The branding', () => {
  const logo = `data:image/png;base64,${Buffer.from('any picture').toString('base64')}`;

  test('is that of the nearest organization that sets one, whatever the key may read', async () => {
    const branding = { name: 'Bright Phones', logo, accent_color: '#0f766e' };
    const reseller = await organization(undefined, 'reseller', { settings: { branding, locale: 'en' } });
    const practice = await organization(reseller, 'client');
    const api = clientFor(await makeKey(practice.client.id, ['agents:read']));
    expect((await api.me.get()).branding).toEqual(branding);

    const params = { client_id: practice.client.id };
    await reseller.api.clients.update({ params, body: { settings: { branding: { name: 'Harbor' } } } });
    expect((await api.me.get()).branding).toEqual({ name: 'Harbor' });

    await reseller.api.clients.update({ params, body: { settings: { branding: null } } });
    expect((await api.me.get()).branding).toEqual(branding);
    expect((await operator.me.get()).branding).toBeNull();
  });

  test('is refused unless it can be shown safely', async () => {
    const { api, client } = await organization();
    const faultsOf = async (branding: Record<string, unknown>) => {
      const update = api.clients.update({
        params: { client_id: client.id },
        body: { settings: { branding } },
      });
      return (await problemOf(update)).errors.map(({ pointer }) => pointer);
    };
    const at = (name: string) => [`/settings/branding/${name}`];
    for (const wrong of ['https://example.com/logo.png', 'data:text/html;base64,PGI+', `${logo}<script>`]) {
      expect(await faultsOf({ logo: wrong })).toEqual(at('logo'));
    }
    expect(await faultsOf({ logo: `data:image/png;base64,${'A'.repeat(8_000)}` })).toEqual(at('logo'));
    for (const wrong of ['red', '#fff', '#0f766e; background: url(x)']) {
      expect(await faultsOf({ accent_color: wrong })).toEqual(at('accent_color'));
    }
    expect(await faultsOf({ name: '' })).toEqual(at('name'));
  });
});

test('a key learns the limits on its organization, without what others use of those above', async () => {
  const reseller = await organization(undefined, 'reseller');
  const settings = { rate_limit: { requests_per_minute: 500 }, quotas: { agents: 7, calls_per_day: 9 } };
  await operator.clients.update({ params: { client_id: reseller.client.id }, body: { settings } });
  const org = await organization(reseller, 'client');
  await newAgent(org);
  const own = { settings: { rate_limit: { requests_per_minute: 600 }, quotas: { agents: 3 } } };
  await operator.clients.update({ params: { client_id: org.client.id }, body: own });
  const { limits } = await org.api.me.get();
  expect(limits.requests_per_minute).toBe(500);
  expect(limits.gateway.slow_routes.requests_per_minute).toBe(300);
  expect(limits.quotas.filter(({ name }) => name === 'agents' || name === 'calls_per_day')).toEqual([
    { name: 'agents', limit: 3, used: 1, resets_at: null, set_by: 'organization' },
    { name: 'agents', limit: 7, used: null, resets_at: null, set_by: 'above' },
    {
      name: 'calls_per_day',
      limit: 9,
      used: null,
      resets_at: expect.stringMatching(/T00:00:00.000Z$/),
      set_by: 'above',
    },
  ]);
  expect((await operator.me.get()).limits.quotas).toEqual([]);
});
