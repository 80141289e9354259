import type { JWTPayload } from 'jose';
import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { replacedKeys, sign } from '../../support/issuer.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

const event = 'http://schemas.openid.net/event/backchannel-logout';

const seconds = () => Math.floor(Date.now() / 1000);

const post = async (connectionId: string, token: string) => {
  const response = await fetch(`${platform.base_url}/v1/connections/${connectionId}/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  const { code, ended } = (await response.json()) as { code?: string; ended?: number };
  return code ? `${response.status} ${code}` : ended;
};

test('a logout token ends the session that it names, or all of a person', async () => {
  const { client } = await organization();
  const { connection, issuer } = await connect(client.id);
  const now = Math.floor(Date.now() / 1000);
  const base = {
    iss: issuer.issuer,
    aud: 'platform',
    exp: now + 600,
    jti: 'x',
    events: { [event]: {} },
  };
  const logout = async (claims: JWTPayload, header = { typ: 'logout+jwt' }) =>
    post(connection.id, await sign({ ...base, iat: seconds(), ...claims }, header));
  const signIn = async (sid: string) => {
    const browser = new Browser(platform.base_url);
    issuer.person = { sub: 'pia', sid };
    await browser.signIn({ connection_id: connection.id });
    return browser;
  };
  const [one, other] = [await signIn('one'), await signIn('other')];
  expect(await logout({ sid: 'one', sub: 'pia' })).toBe(1);
  expect(await logout({ sid: 'one', sub: 'pia' })).toBe(0);
  expect((await other.api('none').sessions.list()).data).toHaveLength(1);
  expect(one.cookie('__Host-session')).toBeDefined();
  expect(await logout({ sub: 'pia' })).toBe(1);
  expect(await logout({ sub: 'nobody' })).toBe(0);

  const refused = '400 logout_refused';
  expect(await logout({ sub: 'pia', nonce: 'of an ID token' })).toBe(refused);
  expect(await logout({ sub: 'pia', events: {} })).toBe(refused);
  expect(await logout({ sub: 'pia', aud: 'another' })).toBe(refused);
  expect(await logout({ sub: 'pia', iss: 'https://login.example' })).toBe(refused);
  expect(await logout({ sub: 'pia', exp: now - 60 })).toBe(refused);
  expect(await logout({ sub: 'pia' }, { typ: 'JWT' })).toBe(refused);
  expect(await logout({})).toBe(refused);
  expect(await post(connection.id, 'no.token.')).toBe(refused);
  expect(await post(unknownId('con'), 'no.token.')).toBe('404 connection_not_found');
});

test('a logout token ends every session that began with the session at the provider', async () => {
  const { client } = await organization();
  const { connection, issuer } = await connect(client.id);
  const now = Math.floor(Date.now() / 1000);
  const base = { iss: issuer.issuer, aud: 'platform', exp: now + 600, events: { [event]: {} } };
  const logout = async (jti: string, iat = seconds()) =>
    post(connection.id, await sign({ ...base, iat, jti, sid: 'shared', sub: 'pia' }, { typ: 'logout+jwt' }));
  const signIn = async () => {
    const browser = new Browser(platform.base_url);
    issuer.person = { sub: 'pia', sid: 'shared' };
    await browser.signIn({ connection_id: connection.id });
    return browser;
  };
  const browsers = [await signIn(), await signIn()];
  expect(await logout('both')).toBe(2);
  for (const browser of browsers) {
    expect(await refusalOf(browser.api('none').sessions.list())).toBe('401 unauthenticated');
  }

  const older = await signIn();
  // A token from before the session, which somebody sends again.
  expect(await logout('both', seconds() - 60)).toBe(0);
  const newer = await signIn();
  await newer.api('none').sessions.remove();
  expect(await logout('older')).toBe(1);
  expect(await refusalOf(older.api('none').sessions.list())).toBe('401 unauthenticated');
});

test('sign-ins and their ends are in the audit log of the organization', async () => {
  const { client, api } = await organization();
  const company = await connect(client.id);
  const { browser, api: person } = await invite(company, client.id, { role: 'listener' });
  const person_id = (await person.me.get()).person?.id ?? '';
  const [first] = (await person.sessions.list()).data;
  await browser.signIn({ connection_id: company.connection.id });
  await browser.api(client.id).sessions.removeAll();
  await browser.signIn({ connection_id: company.connection.id });
  const claims = { iss: company.issuer.issuer, aud: 'platform', events: { [event]: {} } };
  const times = { iat: seconds(), exp: seconds() + 60 };
  const token = await sign(
    { ...claims, ...times, jti: 'x', sub: String(company.issuer.person.sub) },
    { typ: 'logout+jwt' },
  );
  expect(await post(company.connection.id, token)).toBe(1);

  const { data } = await api.auditRecords.list({ query: { actor: person_id, limit: '100' } });
  const ofSessions = data.filter(({ action }) => action.startsWith('session.')).reverse();
  const session = expect.stringMatching(/^ses_/);
  expect(ofSessions.map(({ action, target }) => [action, target.id])).toEqual([
    ['session.started', first?.id],
    ['session.started', session],
    ['session.ended', person_id],
    ['session.started', session],
    ['session.logged_out', session],
  ]);
  expect(ofSessions[0]).toMatchObject({ client_id: client.id, ip: first?.address });
});

test('a logout token counts as soon as a provider has replaced its keys', async () => {
  const { client } = await organization();
  const keys = await replacedKeys();
  const { connection, issuer } = await connect(client.id, { behavior: { keys: keys.answer } });
  const now = Math.floor(Date.now() / 1000);
  const base = { iss: issuer.issuer, aud: 'platform', iat: now, exp: now + 60, events: { [event]: {} } };
  const logout = async (header = {}) =>
    post(connection.id, await keys.sign({ ...base, sub: 'pia' }, { typ: 'logout+jwt', ...header }));
  expect(await logout()).toBe(0);
  keys.replace();
  expect(await logout()).toBe(0);

  const before = keys.reads;
  const invented = await Promise.all(Array.from({ length: 20 }, () => logout({ kid: 'invented' })));
  expect(invented).toEqual(Array(20).fill('400 logout_refused'));
  expect(keys.reads - before).toBeLessThan(5);
});

test('a token of more than 20,000 bytes is not read', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  expect(await post(connection.id, 'x'.repeat(20_001))).toBe('413 body_too_large');
});
