import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { expect, test } from 'vitest';
import { operator, organization, platform } from './fixtures.ts';
import { Browser } from './support/browsing.ts';

/*
 * An OpenID provider that others wrote: what the platform asks of it must be what the protocol says, and not only what our own issuers accept.
 */

/** Follows the pages of the provider, which needs no password here, and returns the address back at the platform. */
const signInAt = async (provider: string, start: string): Promise<string> => {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const body = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  for (let url = start; ; ) {
    const response = await send(url);
    const location = response.headers.get('location');
    if (location) url = new URL(location, provider).href;
    else {
      // A page that asks: first for the person, then for the consent.
      const prompt = (await response.text()).includes('name="login"') ? 'login' : 'consent';
      const fields = prompt === 'login' ? { prompt, login: 'pia', password: 'any' } : { prompt };
      const answered = await send(url, body(fields));
      url = new URL(answered.headers.get('location') ?? '', provider).href;
    }
    if (!url.startsWith(provider)) return url;
  }
};

test('a person signs in at an independent provider, once for each code', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { client } = await organization();
  const connection = await operator.connections.create({
    body: {
      client_id: client.id,
      name: 'Independent',
      issuer,
      oidc_client_id: 'platform',
      client_secret: 'a-secret-of-the-client',
    },
  });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'platform',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: [connection.callback_url],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    claims: { email: ['email'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'pia@example.com', name: 'Pia' }),
    }),
  });
  server.on('request', provider.callback());
  try {
    const browser = new Browser(platform.base_url);
    const { url } = (await (await browser.begin({ connection_id: connection.id })).json()) as { url: string };
    const copy = new Browser(platform.base_url);
    copy.take(browser);
    const back = await signInAt(issuer, url);
    expect((await browser.fetch(back)).status).toBe(200);
    expect((await browser.api('none').me.get()).person).toMatchObject({
      email: 'pia@example.com',
      name: 'Pia',
    });
    expect((await copy.fetch(back)).status).toBe(403);
    expect(copy.cookie('__Host-session')).toBeUndefined();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
