import { expect, inject, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import type { Organization } from '../../fixtures.ts';
import {
  clientFor,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { setTexts } from '../../support/dns-server.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, personIn } = peopleOf(platform.base_url, { operator });

/** A domain that no other test has. */
const newDomain = (): string => `a${crypto.randomUUID()}.example`;

test('a domain is verified by its TXT record, for one connection, and leads to it', async () => {
  const org = await organization();
  const name = newDomain();
  const one = await connect(org.client.id, { domains: [{ name }] });
  const other = await connect((await organization()).client.id, { domains: [{ name }] });
  const verify = (connection_id: string, domain = name) =>
    operator.connections.verifyDomain({ params: { connection_id }, body: { domain } });
  expect(await refusalOf(verify(one.connection.id))).toBe('409 domain_not_verified');
  const browser = new Browser(platform.base_url);
  expect((await browser.begin({ email: `pia@${name}` })).status).toBe(403);

  await setTexts(inject('dnsServer'), name, [
    one.connection.domains[0]?.txt ?? '',
    other.connection.domains[0]?.txt ?? '',
  ]);
  expect((await verify(one.connection.id)).domains[0]?.verified_at).not.toBeNull();
  expect(await refusalOf(verify(other.connection.id))).toBe('409 domain_taken');
  expect((await verify(one.connection.id)).version).toBe(2);
  expect((await browser.begin({ email: `Pia@${name.toUpperCase()}` })).status).toBe(200);
  expect((await browser.begin({ domain: name })).status).toBe(200);

  // A domain that is left out leads nowhere, and can be verified for others.
  await operator.connections.update({ params: { connection_id: one.connection.id }, body: { domains: [] } });
  expect((await browser.begin({ domain: name })).status).toBe(403);
  expect((await verify(other.connection.id)).domains[0]?.verified_at).not.toBeNull();
  const { errors } = await problemOf(verify(other.connection.id, newDomain()));
  expect(errors).toMatchObject([{ pointer: '/domain', code: 'not_found' }]);
  expect(await refusalOf(verify(unknownId('con')))).toBe('404 connection_not_found');
});

/** A connection whose people join with the role of their groups, and a person who signs in. */
const joining = async (
  org: Organization,
  rules: Pick<NonNullable<Parameters<typeof connect>[1]>, 'role_map' | 'max_role'>,
) => {
  const name = newDomain();
  const { connection, issuer } = await connect(org.client.id, {
    ...{ domains: [{ name }], join: 'domain', role_claim: 'groups' },
    ...rules,
  });
  await setTexts(inject('dnsServer'), name, [connection.domains[0]?.txt ?? '']);
  await operator.connections.verifyDomain({
    params: { connection_id: connection.id },
    body: { domain: name },
  });
  const person = { sub: crypto.randomUUID(), email: `pia@${name}`, email_verified: true };
  const signIn = async (claims: object) => {
    issuer.person = { ...person, ...claims };
    const browser = new Browser(platform.base_url);
    await browser.signIn({ connection_id: connection.id });
    return browser;
  };
  const signInWith = async (claims: object) => {
    const browser = await signIn(claims);
    return (await browser.api('none').me.get()).memberships.map(({ role }) => role);
  };
  return { connection, person, signIn, signInWith };
};

test('people of a verified domain join by signing in, with the role of their claim', async () => {
  const org = await organization();
  const { signInWith } = await joining(org, {
    role_map: [{ value: 'hears', role: 'listener' }],
    max_role: 'operator',
  });
  expect(await signInWith({ groups: ['other'] })).toEqual([]);
  expect(await signInWith({ groups: ['hears'], email_verified: false })).toEqual([]);
  expect(await signInWith({ groups: ['hears'], email: 'pia@elsewhere.example' })).toEqual([]);
  expect(await signInWith({ groups: ['other', 'hears'] })).toEqual(['listener']);
  // Without the claim nothing is known, and without the value the person is no member any more.
  expect(await signInWith({})).toEqual(['listener']);
  expect(await signInWith({ groups: [] })).toEqual([]);
  expect((await org.api.members.list()).data).toEqual([]);
});

test('people store preferences while they are members, and none remain of those who leave', async () => {
  const { signIn } = await joining(await organization(), {
    role_map: [{ value: 'hears', role: 'listener' }],
    max_role: 'listener',
  });
  const { preferences: stranger } = (await signIn({ groups: [] })).api('none');
  expect(await refusalOf(stranger.replace({ body: { language: 'de' } }))).toBe('403 insufficient_scope');
  const { preferences } = (await signIn({ groups: ['hears'] })).api('none');
  await preferences.replace({ body: { language: 'de' } });
  await signIn({ groups: ['hears'] });
  expect(await preferences.get()).toEqual({ language: 'de' });
  await signIn({ groups: [] });
  expect(await preferences.get()).toEqual({});
});

test('nobody joins by signing in through a connection that is removed meanwhile', async () => {
  const org = await organization();
  const { connection, signIn } = await joining(org, { role_map: [], max_role: 'listener' });
  await signIn({ groups: [] });
  const params = { connection_id: connection.id };
  await org.api.connections.update({ params, body: { role_claim: null } });
  await overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: `member#${org.client.id}` },
    () => signIn({}).catch(String),
    () => org.api.connections.remove({ params }),
  );
  expect((await org.api.members.list()).data).toEqual([]);
});

test('the audit log has who joined by signing in, changed the role and left', async () => {
  const org = await organization();
  const { signInWith } = await joining(org, {
    role_map: [
      { value: 'hears', role: 'listener' },
      { value: 'runs', role: 'operator' },
    ],
    max_role: 'operator',
  });
  await signInWith({ groups: ['hears'] });
  const [member] = (await org.api.members.list()).data;
  await signInWith({ groups: ['runs'] });
  await signInWith({ groups: ['runs'] });
  await signInWith({ groups: [] });
  const { data } = await org.api.auditRecords.list({ query: { target: member?.id ?? '' } });
  expect(data.map(({ action, actor, changed }) => ({ action, by: actor.id, changed })).reverse()).toEqual([
    { action: 'member.joined', by: member?.person.id, changed: ['role'] },
    { action: 'member.updated', by: member?.person.id, changed: ['role'] },
    { action: 'member.removed', by: member?.person.id, changed: [] },
  ]);
});

test('only a caller whose access does not end lets people join by signing in', async () => {
  const org = await organization();
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const { key } = await operator.apiKeys.create({
    body: { name: 'Contractor', client_id: org.client.id, scopes: [...scopes], expires_at },
  });
  const contractor = clientFor(key);
  const input = { name: 'Own', issuer: 'https://idp.example', oidc_client_id: 'console' };
  const joins = { join: 'domain', max_role: 'listener' } as const;
  const refused = { pointer: '/join', code: 'out_of_reach' };
  const { errors } = await problemOf(contractor.connections.create({ body: { ...input, ...joins } }));
  expect(errors).toMatchObject([refused]);
  const { id } = await contractor.connections.create({ body: input });
  const params = { connection_id: id };
  expect((await problemOf(contractor.connections.update({ params, body: joins }))).errors).toMatchObject([
    refused,
  ]);
  // Rules that somebody else has set stay when other fields change, and cannot be widened.
  await org.api.connections.update({ params, body: joins });
  await contractor.connections.update({ params, body: { name: 'Renamed' } });
  for (const body of [{ max_role: 'admin' } as const, { domains: [{ name: newDomain() }] }])
    expect((await problemOf(contractor.connections.update({ params, body }))).errors).toMatchObject([
      refused,
    ]);
});

test('a person who loses the role of a claim remains a member elsewhere', async () => {
  const org = await organization();
  const below = await organization(org);
  const { connection, person, signIn, signInWith } = await joining(org, {
    role_map: [{ value: 'hears', role: 'listener' }],
    max_role: 'operator',
  });
  const browser = await signIn({ groups: ['hears'] });
  const { id, token } = await org.api.invitations.create({
    body: { client_id: below.client.id, email: person.email, connection_id: connection.id, role: 'analyst' },
  });
  await browser.api('none').invitations.accept({ params: { invitation_id: id }, body: { token } });
  expect(await signInWith({ groups: [] })).toEqual(['analyst']);
  // A connection through which nobody is a member could be removed.
  const params = { connection_id: connection.id };
  expect(await refusalOf(org.api.connections.remove({ params }))).toBe('409 connection_in_use');
});

test('the last owner of an organization stays, whatever the claim says', async () => {
  const org = await organization();
  const { signInWith } = await joining(org, {
    role_map: [{ value: 'hears', role: 'listener' }],
    max_role: 'operator',
  });
  expect(await signInWith({ groups: ['hears'] })).toEqual(['listener']);
  const [member] = (await org.api.members.list()).data;
  await org.api.members.update({ params: { member_id: member?.id ?? '' }, body: { role: 'owner' } });
  expect(await signInWith({ groups: ['hears'] })).toEqual(['owner']);
  expect(await signInWith({ groups: [] })).toEqual(['owner']);
  await personIn(org, 'owner');
  expect(await signInWith({ groups: [] })).toEqual([]);
});

test('a member whom a sign-in removes leaves keys that end by request, before, during or after it', async () => {
  const org = await organization();
  const query = { revoke_keys: 'true' as const };
  const { signIn } = await joining(org, {
    role_map: [{ value: 'runs', role: 'admin' }],
    max_role: 'admin',
  });
  const joined = async () => {
    const sub = crypto.randomUUID();
    const browser = await signIn({ sub, groups: ['runs'] });
    const [member] = (await org.api.members.list()).data;
    const body = { name: 'Made', scopes: ['agents:read' as const] };
    const { id } = await browser.api(org.client.id).apiKeys.create({ body });
    const params = { member_id: member?.id ?? '' };
    const hold = { operation: 'TransactWriteItems', contains: `member#${params.member_id}` };
    return {
      ...{ id, hold },
      removing: () => org.api.members.remove({ params, query }),
      leaving: () => signIn({ sub, groups: [] }),
    };
  };
  const after = await joined();
  await after.leaving();
  expect((await after.removing()).api_keys.map(({ id }) => id)).toEqual([after.id]);
  const during = await joined();
  const removed = overtaken(platform.dynamodb_endpoint, during.hold, during.removing, during.leaving);
  expect((await removed).api_keys.map(({ id }) => id)).toEqual([during.id]);
  const before = await joined();
  await overtaken(platform.dynamodb_endpoint, before.hold, before.leaving, before.removing);
  expect((await org.api.members.list()).data).toEqual([]);
  for (const { id } of [after, during, before]) {
    expect(await refusalOf(org.api.apiKeys.get({ params: { api_key_id: id } }))).toBe(
      '404 api_key_not_found',
    );
  }
});

test('a removed person joins again by signing in, unless the provider takes the role away', async () => {
  const org = await organization();
  const { signInWith } = await joining(org, {
    role_map: [{ value: 'runs', role: 'operator' }],
    max_role: 'operator',
  });
  expect(await signInWith({ groups: ['runs'] })).toEqual(['operator']);
  const [member] = (await org.api.members.list()).data;
  const params = { member_id: member?.id ?? '' };
  await org.api.members.update({ params, body: { role: 'listener' } });
  expect(await signInWith({ groups: ['runs'] })).toEqual(['operator']);
  await org.api.members.remove({ params });
  expect(await signInWith({ groups: ['runs'] })).toEqual(['operator']);
  const [again] = (await org.api.members.list()).data;
  expect(again?.id).not.toBe(member?.id);
  await org.api.members.remove({ params: { member_id: again?.id ?? '' } });
  expect(await signInWith({ groups: [] })).toEqual([]);
});

test('a person who joins again creates nothing in the name of the membership before', async () => {
  const org = await organization();
  const { signIn } = await joining(org, {
    role_map: [{ value: 'runs', role: 'admin' }],
    max_role: 'admin',
  });
  const body = { name: 'Made', scopes: ['agents:read' as const] };
  const created_by = async () => {
    const { apiKeys } = (await signIn({ groups: ['runs'] })).api(org.client.id);
    return apiKeys.create({ body }).then((key) => key.created_by, String);
  };
  const first = await created_by();
  await signIn({ groups: [] });
  // A function may still remember the first membership, which had the same role.
  const second = await created_by();
  const [member] = (await org.api.members.list()).data;
  expect(first).toMatch(/^mem_/);
  expect([member?.id, expect.stringContaining('unauthenticated')]).toContainEqual(second);
});
