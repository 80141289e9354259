import { expect, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
import { clientFor, operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

test('an invited person signs in, accepts, and acts in the organization with the role', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const { api, browser, memberId, email } = await invite(connected, org.client.id, { role: 'listener' });
  const me = await api.me.get();
  expect(me).toMatchObject({
    key: null,
    person: { email, name: 'Pia', connection_id: connected.connection.id },
    client: { id: org.client.id },
    memberships: [{ id: memberId, client_id: org.client.id, name: org.client.name, role: 'listener' }],
    scopes: ['agents:read', 'clients:read', 'conversations:read', 'recordings:read'],
  });
  expect((await api.conversations.list()).data).toEqual([]);
  expect(await refusalOf(api.agents.create({ body: { name: 'Pia' } }))).toBe('403 insufficient_scope');
  expect(await refusalOf(browser.api('none').conversations.list())).toBe('403 insufficient_scope');
  expect(await refusalOf(browser.api('platform').conversations.list())).toBe('401 unauthenticated');
});

test('an invitation is accepted once, by the invited person, while the inviter may still give it', async () => {
  const org = await organization();
  const { connection, issuer } = await connect(org.client.id);
  const elsewhere = await connect(org.client.id);
  const email = `${crypto.randomUUID()}@example.com`;
  const key = await operator.apiKeys.create({
    body: {
      name: 'Inviter',
      client_id: org.client.id,
      scopes: ['members:write', 'agents:read', 'usage:read'],
    },
  });
  const inviting = (scopes: Scope[]) =>
    clientFor(key.key).invitations.create({ body: { email, connection_id: connection.id, scopes } });
  const [first, second, third] = [
    await inviting(['agents:read']),
    await inviting(['agents:read']),
    await inviting(['usage:read']),
  ];
  const accepting = (browser: Browser, { id, token }: typeof first) =>
    browser.api('none').invitations.accept({ params: { invitation_id: id }, body: { token } });
  const signedIn = async (to: { issuer: typeof issuer; id: string }, sub: string, address: string) => {
    const browser = new Browser(platform.base_url);
    to.issuer.person = { sub, email: address };
    await browser.signIn({ connection_id: to.id });
    return browser;
  };
  const own = { issuer, id: connection.id };
  const missing = '404 invitation_not_found';
  // Another address, another connection, another token.
  expect(await refusalOf(accepting(await signedIn(own, 'mallory', 'm@example.com'), first))).toBe(missing);
  const there = { issuer: elsewhere.issuer, id: elsewhere.connection.id };
  expect(await refusalOf(accepting(await signedIn(there, 'mallory', email), first))).toBe(missing);
  const invited = await signedIn(own, 'pia', email.toUpperCase());
  expect(await refusalOf(accepting(invited, { ...first, token: second.token }))).toBe(missing);

  const results = await Promise.allSettled([accepting(invited, first), accepting(invited, first)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusalOf(accepting(invited, first))).toBe(missing);
  expect(await refusalOf(accepting(invited, second))).toBe('409 member_exists');
  const [member] = (await org.api.members.list()).data;
  await org.api.members.remove({ params: { member_id: member?.id ?? '' } });
  await operator.apiKeys.revoke({ params: { api_key_id: key.id } });
  const again = await signedIn(own, 'pia', email);
  expect(await refusalOf(accepting(again, third))).toBe(missing);
});

test('an inviter whose key is revoked during the acceptance has invited nobody', async () => {
  const org = await organization();
  const { connection, issuer } = await connect(org.client.id);
  const scopes: Scope[] = ['members:write', 'agents:read'];
  const inviter = await operator.apiKeys.create({
    body: { name: 'Inviter', client_id: org.client.id, scopes },
  });
  const email = `${crypto.randomUUID()}@example.com`;
  const body = { email, connection_id: connection.id, scopes: ['agents:read' as const] };
  const { id, token } = await clientFor(inviter.key).invitations.create({ body });
  const browser = new Browser(platform.base_url);
  issuer.person = { sub: 'pia', email };
  await browser.signIn({ connection_id: connection.id });
  const accepting = () =>
    refusalOf(browser.api('none').invitations.accept({ params: { invitation_id: id }, body: { token } }));
  const revoking = () => operator.apiKeys.revoke({ params: { api_key_id: inviter.id } });
  const hold = { operation: 'TransactWriteItems', contains: `invitation#${id}` };
  expect(await overtaken(platform.dynamodb_endpoint, hold, accepting, revoking)).toBe(
    '404 invitation_not_found',
  );
  expect((await org.api.members.list()).data).toEqual([]);
});

test('nobody accepts through another connection than the enforced one, not even in the moment it is enforced', async () => {
  const org = await organization();
  const [left, enforced] = [await connect(org.client.id), await connect(org.client.id)];
  const email = `${crypto.randomUUID()}@example.com`;
  const { id, token } = await org.api.invitations.create({
    body: { email, connection_id: left.connection.id, role: 'listener' },
  });
  const browser = new Browser(platform.base_url);
  left.issuer.person = { sub: 'pia', email };
  await browser.signIn({ connection_id: left.connection.id });
  const accepting = () =>
    refusalOf(browser.api('none').invitations.accept({ params: { invitation_id: id }, body: { token } }));
  const enforce = (isEnforced: boolean) =>
    org.api.connections.update({
      params: { connection_id: enforced.connection.id },
      body: { enforced: isEnforced },
    });
  const hold = { operation: 'TransactWriteItems', contains: `invitation#${id}` };
  const overtakenByRule = overtaken(platform.dynamodb_endpoint, hold, accepting, () => enforce(true));
  expect(await overtakenByRule).toBe('409 sign_in_enforced');
  expect(await accepting()).toBe('409 sign_in_enforced');
  expect((await org.api.members.list()).data).toEqual([]);
  // The invitation is still open once the rule is gone.
  await enforce(false);
  const member = await browser.api('none').invitations.accept({
    params: { invitation_id: id },
    body: { token },
  });
  expect(member.client_id).toBe(org.client.id);
});
