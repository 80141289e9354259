import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { mayAccept, mayInvite, roleAtSignIn } from '#lib/domain/people/joining.ts';
import { recheck } from '#lib/oidc/recheck.ts';
import { startIssuers } from '../../../support/issuer.ts';

/*
 * A conjunction that grants is tested term by term: each condition is false once, alone.
 */

const domain = { name: 'company.example', txt: '', verified_at: '2026-01-01T00:00:00.000Z' };

const connection = {
  ...{ join: 'domain' as const, awaits_owner: false, domains: [domain], required_claims: {} },
  ...{ role_claim: null, role_map: [], max_role: 'listener' as const },
};
const claims = { email: 'pia@company.example', email_verified: true };

test('people join by a verified address of a verified domain', () => {
  expect(roleAtSignIn(connection, claims)).toBe('listener');
  expect(roleAtSignIn(connection, { ...claims, email: 'Pia@COMPANY.example' })).toBe('listener');
  const ofCompany = { ...connection, required_claims: { hd: 'company.example' } };
  expect(roleAtSignIn(ofCompany, { email: claims.email })).toBe('listener');
});

test.for([
  ['people are invited', { join: 'invited' as const }, {}],
  ['nobody has verified the domain', { domains: [{ ...domain, verified_at: null }] }, {}],
  ['the domain is another', { domains: [{ ...domain, name: 'other.example' }] }, {}],
  ['the domain is above that of the address', {}, { email: 'pia@a.company.example' }],
  ['the domain only looks like it', {}, { email: 'pia@\u212Aompany.example' }],
  ['the address is a list', {}, { email: ['pia@company.example'] }],
  ['nobody has verified the address', {}, { email_verified: false }],
  ['the provider says so in words', {}, { email_verified: 'true' }],
  [
    'a company is required, and the address is not verified',
    { required_claims: { hd: 'company.example' } },
    { email_verified: false },
  ],
  ['nobody has mapped the role', { role_claim: 'groups' }, { groups: ['other'] }],
  [
    'the role is in a list within the list',
    { role_claim: 'groups', role_map: [{ value: 'hears', role: 'listener' as const }] },
    { groups: [['hears']] },
  ],
] as const)('nobody joins, and whoever has joined is removed, if %s', ([, rules, said]) => {
  expect(roleAtSignIn({ ...connection, ...rules } as never, { ...claims, ...said })).toBeNull();
});

test.for([
  ['the rules wait for an owner', { awaits_owner: true }, {}],
  ['there is no address', {}, { email: undefined }],
  ['the address is empty', {}, { email: null }],
  ['the provider does not say whether the address is verified', {}, { email_verified: undefined }],
  [
    'it leaves that empty, also of a company',
    { required_claims: { hd: 'company.example' } },
    { email_verified: null },
  ],
  ['it does not say the role', { role_claim: 'groups' }, {}],
  ['it leaves the role empty', { role_claim: 'groups' }, { groups: null }],
] as const)('nobody joins, and members stay, if %s', ([, rules, said]) => {
  expect(roleAtSignIn({ ...connection, ...rules } as never, { ...claims, ...said })).toBe('unknown');
});

const later = new Date(Date.now() + 60 * 60_000).toISOString();
const earlier = new Date(Date.now() - 60 * 60_000).toISOString();

const invitation = {
  connection_id: 'con_1',
  email: 'Kim@company.example',
  expires_at: later,
  token_hash: hashSecret('the token'),
};
const person = { connection_id: 'con_1', email: 'kim@company.example' };

test('the invited person accepts an invitation', () => {
  expect(mayAccept(invitation, person, 'the token')).toBe(true);
});

test.for([
  ['the token is another', {}, {}, 'another token'],
  ['the invitation has expired', { expires_at: earlier }, {}, 'the token'],
  ['the person comes through another connection', {}, { connection_id: 'con_2' }, 'the token'],
  ['the person has another address', {}, { email: 'pia@company.example' }, 'the token'],
  ['the address only looks like it', {}, { email: '\u212Aim@company.example' }, 'the token'],
  ['the person has no address', {}, { email: null }, 'the token'],
  ['the provider has not verified the address', {}, { email_verified: false as const }, 'the token'],
] as const)('nobody accepts if %s', ([, of, who, token]) => {
  expect(mayAccept({ ...invitation, ...of }, { ...person, ...who }, token)).toBe(false);
});

const offer = { path: ['client_1', 'client_2'], scopes: scopesOfRole('listener'), member_expires_at: null };
const inviter = { client_id: 'client_1', scopes: [...scopes], expires_at: null };

test('an inviter still gives what the inviter has', () => {
  expect(mayInvite(inviter, offer)).toBe(true);
  expect(mayInvite({ ...inviter, client_id: null }, offer)).toBe(true);
  const ending = { ...offer, member_expires_at: later };
  expect(mayInvite({ ...inviter, expires_at: later }, ending)).toBe(true);
});

test.for([
  ['is elsewhere', { client_id: 'client_3' }, {}],
  ['may not invite anymore', { scopes: scopes.filter((scope) => scope !== 'members:write') }, {}],
  ['has less than the invitation gives', { scopes: ['members:write' as const] }, {}],
  ['has no access anymore', { expires_at: earlier }, { member_expires_at: earlier }],
  ['has access that ends, unlike that of the invitation', { expires_at: later }, {}],
] as const)('an invitation is void if its inviter %s', ([, who, of]) => {
  expect(mayInvite({ ...inviter, ...who }, { ...offer, ...of })).toBe(false);
});

test('a recheck that is answered for somebody else does not prolong a session', async () => {
  const issuers = await startIssuers();
  const issuer = issuers.issuer({ refreshToken: 'a-refresh-token' });
  const settings = { issuer: issuer.issuer, oidc_client_id: 'platform', client_secret: null };
  issuer.person = { sub: 'pia' };
  expect(await recheck(settings, 'pia', 'a-refresh-token')).toBe('a-refresh-token');
  expect(await recheck(settings, 'kim', 'a-refresh-token')).toBeUndefined();
  expect(await recheck(settings, 'pia', 'another')).toBeUndefined();
  issuers.close();
});
