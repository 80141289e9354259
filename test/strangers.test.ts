import type { JWTPayload } from 'jose';
import { expect, test } from 'vitest';
import { operator, organization, platform } from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import type { Behavior } from './support/issuer.ts';
import { sign } from './support/issuer.ts';
import { peopleOf } from './support/people.ts';

/*
 * Requests without a key that make functions wait for an OpenID provider: garbage does not, and floods are refused.
 */

const { connect, newIssuer } = peopleOf(platform.base_url, { operator });

const never = () => new Promise<never>(() => {});

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

/** Sends more requests at once than may wait in a minute, and again if the minute ended meanwhile. Returns the refused ones. */
const flood = async (send: (at: number) => Promise<Response>): Promise<Response[]> => {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 320 }, (_, at) => send(at)));
    const refused = answers.filter(({ status, headers }) => {
      const page = headers.get('location');
      return status === 429 || page?.endsWith('busy') === true;
    });
    if (refused.length > 0) return refused;
  }
};

const refusalIn = async ([first]: readonly Response[]): Promise<unknown> => {
  const wait = Number(first?.headers.get('retry-after'));
  const { code, detail } = (await first?.json()) as { code: string; detail: string };
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
  // What a provider says of itself is kept for a minute.
  await begun(connection.id);
  expect((await logout(connection.id, await sign(claims))).status).toBe(200);
  expect(asked).toBe(1);
});

test('a flood of logout tokens is refused, and neither sign-ins nor keys notice', async () => {
  const { api, client } = await organization();
  const { connection, issuer } = await connect(client.id, { behavior: { discovery: never } });
  const token = await sign(logoutClaims(issuer.issuer));
  expect(await refusalIn(await flood(() => logout(connection.id, token)))).toEqual(tooMany);

  const honest = await connect(client.id);
  const { id: connection_id } = honest.connection;
  expect((await new Browser(platform.base_url).signIn({ connection_id })).status).toBe(200);
  expect(await api.connections.test({ params: { connection_id } })).toMatchObject({ successful: true });
});

test('a flood of sign-ins that begin is refused', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id, { behavior: { discovery: never } });
  const begin = () => new Browser(platform.base_url).begin({ connection_id: connection.id });
  expect(await refusalIn(await flood(begin))).toEqual(tooMany);
});

test('a flood of callbacks is refused, and a person sees the console', async () => {
  const { client } = await organization();
  const silent = await newIssuer({ keys: never });
  const { connection } = await connect(client.id, {
    behavior: { discovery: (metadata) => ({ ...metadata, token_endpoint: `${silent.issuer}/keys` }) },
  });
  const { browser, back } = await begun(connection.id);
  const html = { headers: { accept: 'text/html' } };
  const asPerson = await flood(() => browser.fetch(back(), html));
  expect(asPerson[0]?.headers.get('location')).toBe(`${platform.base_url}/sign-in?refused=busy`);
  expect(await refusalIn(await flood(() => browser.fetch(back())))).toEqual(tooMany);
});
