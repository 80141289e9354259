import type { JWTPayload } from 'jose';
import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import { operator, organization, platform } from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import type { Behavior } from './support/issuer.ts';
import { sign } from './support/issuer.ts';
import { peopleOf } from './support/people.ts';
import { tableOf } from './support/table.ts';

/*
 * Requests without a key that make functions wait for an OpenID provider: garbage does not, and too many are
 * refused.
 */

const { connect } = peopleOf(platform.base_url, { operator });

const table = tableOf(platform);

const logout = (connectionId: string, token: string): Promise<Response> =>
  fetch(`${platform.base_url}/v1/connections/${connectionId}/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });

const logoutClaims = (iss: string): JWTPayload => ({
  ...{ iss, aud: 'platform', iat: Math.floor(Date.now() / 1000), jti: 'x', sub: 'pia' },
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
});

/** A browser that has begun to sign in, and the address with which the provider would send it back. */
const begun = async (connectionId: string) => {
  const browser = new Browser(platform.base_url);
  const { url } = (await (await browser.begin({ connection_id: connectionId })).json()) as { url: string };
  const state = new URL(url).searchParams.get('state') ?? '';
  const back = (sent = state) => `/v1/sign-in/${connectionId}/callback?code=x&state=${sent}`;
  return { browser, back };
};

/**
 * As if strangers had waited as often as they may in this minute, and in those in which a slow machine comes
 * to send a request.
 */
const exhaust = async (clientId: string, route: string): Promise<void> => {
  const minute = Math.floor(Date.now() / 60_000);
  for (let at = minute; at < minute + 10; at += 1) {
    const expires = (at + 60) * 60;
    await table.put({ ...keyOf('waiting_strangers', clientId, route, at), requests: 300, expires });
  }
};

const refusalIn = async (answer: Response): Promise<unknown> => {
  const wait = Number(answer.headers.get('retry-after'));
  const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
  return { code, detail, waits: wait > 0 && wait <= 60 };
};

const tooMany = {
  code: 'rate_limited',
  detail: 'Too many requests wait for the OpenID provider of the organization. Try again in a minute',
  waits: true,
};

test('nobody waits for a provider because of a token or a callback that it cannot have sent', async () => {
  const { client } = await organization();
  let asked = 0;
  const behavior: Behavior = {
    discovery: (metadata) => {
      asked += 1;
      return metadata;
    },
  };
  const { connection, issuer } = await connect(client.id, { behavior });
  const claims = logoutClaims(issuer.issuer);
  const { events: _events, ...withoutEvent } = claims;
  const tokens = [
    'x',
    'no.token.',
    await sign({ ...claims, iss: 'https://login.example' }),
    await sign({ ...claims, aud: 'another' }),
    await sign({ ...claims, nonce: 'of an ID token' }),
    await sign(withoutEvent),
    await sign(claims, { typ: 'JWT' }),
  ];
  for (const token of tokens) expect((await logout(connection.id, token)).status).toBe(400);
  expect(asked).toBe(0);

  const { browser, back } = await begun(connection.id);
  expect(asked).toBe(1);
  expect((await browser.fetch(back('another'))).status).toBe(403);
  expect((await new Browser(platform.base_url).fetch(back())).status).toBe(403);
  // The provider's documents are kept for a minute.
  await begun(connection.id);
  expect((await logout(connection.id, await sign(claims))).status).toBe(200);
  expect(asked).toBe(1);
});

test('logout tokens are refused while too many wait, and neither sign-ins nor keys notice', async () => {
  const { api, client } = await organization();
  const { connection, issuer } = await connect(client.id);
  await exhaust(client.id, 'logout');
  const token = await sign(logoutClaims(issuer.issuer));
  expect(await refusalIn(await logout(connection.id, token))).toEqual(tooMany);
  const { id: connection_id } = connection;
  expect((await new Browser(platform.base_url).signIn({ connection_id })).status).toBe(200);
  expect(await api.connections.test({ params: { connection_id } })).toMatchObject({ successful: true });
});

test('sign-ins that begin are refused while too many wait', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  await exhaust(client.id, 'begin');
  const begin = new Browser(platform.base_url).begin({ connection_id: connection.id });
  expect(await refusalIn(await begin)).toEqual(tooMany);
});

test('callbacks are refused while too many wait, and a person sees the console', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const { browser, back } = await begun(connection.id);
  await exhaust(client.id, 'callback');
  const shown = await browser.fetch(back(), { headers: { accept: 'text/html' } });
  expect(shown.headers.get('location')).toBe(`${platform.base_url}/sign-in?refused=busy`);
  expect(await refusalIn(await browser.fetch(back()))).toEqual(tooMany);
});

test('people who sign in for the first time are refused while too many do, and those who are known are not', async () => {
  const { client } = await organization();
  const { connection, issuer } = await connect(client.id);
  const signIn = (sub: string) => {
    issuer.person = { sub, email: `${sub}@example.com` };
    return new Browser(platform.base_url).signIn({ connection_id: connection.id });
  };
  expect((await signIn('pia')).status).toBe(200);
  await exhaust(client.id, 'newcomer');
  const detail = 'Too many people sign in for the first time. Try again in a minute';
  expect(await refusalIn(await signIn('max'))).toEqual({ ...tooMany, detail });
  expect((await signIn('pia')).status).toBe(200);
});
