import { expect, inject, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Client } from '#lib/local/client.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, operator, organization, platform, refusalOf, resume, suspend } from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import { setTexts } from './support/dns-server.ts';
import { eventually } from './support/eventually.ts';
import { peopleOf } from './support/people.ts';

/*
 * Whoever decides how owners get in could take their second factor away, or lock them out: so the members who
 * come through a connection guard it, and not a setting of it.
 */

const { connect, invite, personIn } = peopleOf(platform.base_url, { operator });

const keyWith = async (org: Organization, scopes: readonly Scope[]): Promise<Client> => {
  const body = { name: 'Some', client_id: org.client.id, scopes: [...scopes] };
  return clientFor((await operator.apiKeys.create({ body })).key);
};

type Patch = Parameters<Client['connections']['update']>[0]['body'] & object;

const changes: Readonly<Record<string, Patch>> = {
  'a second factor': { acr_values: [] },
  'a claim': { required_claims: { x: 'y' } },
  'the application': { oidc_client_id: 'another' },
  'its secret': { client_secret: 'another-secret' },
  'the length of sessions': { session_hours: 1 },
  'the interval of rechecks': { recheck_minutes: 60 },
  enforcement: { enforced: true },
};

test.for(Object.entries(changes))(
  'nobody with less than an owner decides about %s of an owner',
  async ([, body]) => {
    const org = await organization();
    const connected = await connect(org.client.id, { acr_values: ['mfa'] });
    const params = { connection_id: connected.connection.id };
    const admin = (await personIn(org, 'admin')).api;
    const key = await keyWith(org, ['connections:write', 'connections:read', ...scopesOfRole('listener')]);
    // Nobody comes through it yet.
    if (!body.enforced) {
      await admin.connections.update({ params, body });
      await operator.connections.update({
        params,
        body: { acr_values: [], required_claims: null, oidc_client_id: 'platform' },
      });
      await operator.connections.update({ params, body: { client_secret: 'a-secret-of-the-client' } });
      await operator.connections.update({ params, body: { session_hours: 12, recheck_minutes: null } });
    } else await operator.connections.update({ params, body: { acr_values: [] } });
    await invite(connected, org.client.id, { role: 'owner' });
    if ('acr_values' in body) await operator.connections.update({ params, body: { acr_values: ['mfa'] } });
    const before = await org.api.connections.get({ params });
    for (const api of [admin, key]) {
      expect(await refusalOf(api.connections.update({ params, body }))).toBe('403 insufficient_scope');
      await api.connections.update({ params, body: { metadata: {} } });
    }
    expect(await org.api.connections.get({ params })).toEqual(before);
    expect((await org.api.connections.update({ params, body })).version).toBe(before.version + 1);
  },
);

test('the last owner who can sign in stays, whatever owners there are who cannot', async () => {
  const org = await organization();
  const [enforced, other] = [await connect(org.client.id), await connect(org.client.id)];
  const [able, shutOut] = [
    await invite(enforced, org.client.id, { role: 'owner' }),
    await invite(other, org.client.id, { role: 'owner' }),
  ];
  await operator.connections.update({
    params: { connection_id: enforced.connection.id },
    body: { enforced: true },
  });
  const params = { member_id: able.memberId };
  expect(await refusalOf(able.api.members.remove({ params }))).toBe('409 last_owner');
  expect(await refusalOf(able.api.members.update({ params, body: { role: 'admin' } }))).toBe(
    '409 last_owner',
  );
  // One who cannot sign in is no loss, and a second one who can takes over.
  await able.api.members.remove({ params: { member_id: shutOut.memberId } });
  await invite(enforced, org.client.id, { role: 'owner' });
  await able.api.members.remove({ params });
});

const newDomain = (): string => `a${crypto.randomUUID()}.example`;

test('nobody joins by a domain while another connection is enforced, nor in a suspended organization', async () => {
  const org = await organization();
  const name = newDomain();
  const joining = await connect(org.client.id, { domains: [{ name }], join: 'domain' });
  const connection = { connection_id: joining.connection.id };
  await setTexts(inject('dnsServer'), name, [joining.connection.domains[0]?.txt ?? '']);
  await operator.connections.verifyDomain({ params: connection, body: { domain: name } });
  const signIn = async (sub: string) => {
    joining.issuer.person = { sub, email: `${sub}@${name}`, email_verified: true };
    const browser = new Browser(platform.base_url);
    await browser.signIn(connection);
    await browser.api('none').me.get();
    return (await org.api.members.list()).data.filter(
      ({ person }) => person.connection_id === connection.connection_id,
    );
  };
  const { connection: enforced } = await connect(org.client.id, { enforced: true });
  expect(await signIn('while')).toEqual([]);
  await operator.connections.update({ params: { connection_id: enforced.id }, body: { enforced: false } });
  await suspend(org);
  expect(await signIn('suspended')).toEqual([]);
  await resume(org);
  expect(await signIn('afterwards')).toHaveLength(1);
});

test('nobody revokes an invitation that gives more, or removes a connection that does', async () => {
  const org = await organization();
  const { connection } = await connect(org.client.id, { max_role: 'admin' });
  const { id } = await org.api.invitations.create({
    body: { email: 'pia@example.com', role: 'owner', connection_id: connection.id },
  });
  const api = await keyWith(org, ['members:write', 'connections:write', ...scopesOfRole('listener')]);
  expect(await refusalOf(api.invitations.revoke({ params: { invitation_id: id } }))).toBe(
    '403 insufficient_scope',
  );
  expect(await refusalOf(api.connections.remove({ params: { connection_id: connection.id } }))).toBe(
    '403 insufficient_scope',
  );
  await org.api.invitations.revoke({ params: { invitation_id: id } });
  await org.api.connections.remove({ params: { connection_id: connection.id } });
});

test('a connection goes with its members, unless they have more than the caller or are the last owner', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const params = { connection_id: connected.connection.id };
  const query = { remove_members: 'true' as const };
  const owner = await invite(connected, org.client.id, { role: 'owner' });
  const { api: admin } = await personIn(org, 'admin');
  expect(await refusalOf(admin.connections.remove({ params, query }))).toBe('403 insufficient_scope');
  expect(await refusalOf(org.api.connections.remove({ params, query }))).toBe('409 last_owner');
  await personIn(org, 'owner');
  await org.api.connections.remove({ params, query });
  expect(await refusalOf(org.api.members.get({ params: { member_id: owner.memberId } }))).toBe(
    '404 member_not_found',
  );
  const { data } = await org.api.auditRecords.list({ query: { action: 'member.removed' } });
  expect(data.map(({ target }) => target.id)).toEqual([owner.memberId]);
});

test('an invitation of a suspended organization waits', async () => {
  const org = await organization();
  const { issuer, connection } = await connect(org.client.id);
  const email = `${crypto.randomUUID()}@example.com`;
  const invitation = await org.api.invitations.create({
    body: { email, role: 'listener', connection_id: connection.id },
  });
  issuer.person = { sub: crypto.randomUUID(), email };
  const browser = new Browser(platform.base_url);
  await browser.signIn({ connection_id: connection.id });
  const accept = () =>
    browser.api('none').invitations.accept({
      params: { invitation_id: invitation.id },
      body: { token: invitation.token },
    });
  await suspend(org);
  expect(await refusalOf(accept())).toBe('409 client_suspended');
  await resume(org);
  expect((await accept()).client_id).toBe(org.client.id);
});

test('a caller whose access ends makes no webhook that lasts longer, and redirects none', async () => {
  const org = await organization();
  const lasting = await org.api.webhooks.create({
    body: { url: 'https://hooks.example', events: ['agent.created'] },
  });
  expect(lasting.expires_at).toBeNull();
  const connected = await connect(org.client.id);
  const expires_at = new Date(Date.now() + 60 * 60_000).toISOString();
  const grant = { role: 'admin' as const, member_expires_at: expires_at };
  const { api } = await invite(connected, org.client.id, grant);
  const body = { url: 'https://own.example', events: ['agent.created' as const] };
  const made = await api.webhooks.create({ body });
  expect(made.expires_at).toBe(expires_at);
  const longer = api.webhooks.create({ body: { ...body, expires_at: null } });
  expect(await refusalOf(longer)).toBe('400 validation_failed');
  const soon = new Date(Date.now() + 10_000).toISOString();
  const { id: webhook_id } = await api.webhooks.create({ body: { ...body, expires_at: soon } });
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const message_id = await eventually(async () => {
    const messages = await org.api.webhookMessages.list({ params: { webhook_id } });
    expect(messages.data).toMatchObject([{ entity_id: agent_id }]);
    return String(messages.data[0]?.id);
  });
  const ended = { status: 'disabled', disabled_reason: 'expired' };
  await eventually(async () => {
    expect(await org.api.webhooks.get({ params: { webhook_id } })).toMatchObject(ended);
  });
  const { data } = await org.api.webhooks.list();
  expect(data.find(({ id }) => id === webhook_id)).toMatchObject(ended);
  const since = lasting.created_at;
  const hook = { webhook_id };
  const refused = [
    org.api.webhooks.replay({ params: hook, body: { since } }),
    org.api.webhooks.recover({ params: hook, body: { since } }),
    org.api.webhooks.test({ params: hook, body: {} }),
    org.api.webhookMessages.resend({ params: { ...hook, message_id } }),
  ].map(refusalOf);
  expect(await Promise.all(refused)).toEqual(refused.map(() => '409 webhook_disabled'));
  const params = { webhook_id: lasting.id };
  expect(await refusalOf(api.webhooks.update({ params, body: { url: body.url } }))).toBe(
    '400 validation_failed',
  );
  expect((await api.webhooks.update({ params, body: { description: 'Ours' } })).expires_at).toBeNull();
});
