import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Connection } from '#lib/contract/connections.ts';
import type { Client } from '#lib/local/client.ts';
import { Browser } from './browsing.ts';

/*
 * An OpenID provider that others wrote: what the platform asks of it must be what the protocol says, and not
 * only what our own issuers accept.
 */

/**
 * Follows the pages of the provider, which needs no password here, and returns the address back at the
 * platform.
 */
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

interface IndependentIssuer {
  readonly issuer: string;
  readonly clientSecret: string;
  readonly connection: Connection;
  /** Begins to sign in, and returns the address with which the provider sends the browser back. */
  readonly begin: (browser: Browser) => Promise<string>;
  readonly signIn: (baseUrl: string) => Promise<Browser>;
  /** The refresh tokens that the provider has given, and ends. */
  readonly refreshTokens: { destroy: () => Promise<void> }[];
  readonly close: () => void;
}

type ConnectionBody = Parameters<Client['connections']['create']>[0]['body'];

const clientSecret = 'a-secret-of-the-client';

/** Starts the provider, and connects an organization to it. */
export const startIndependentIssuer = async (
  operator: Client,
  body: Partial<ConnectionBody>,
  grants: readonly ('authorization_code' | 'refresh_token')[] = ['authorization_code'],
): Promise<IndependentIssuer> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = await operator.connections.create({
    body: {
      name: 'Independent',
      issuer,
      oidc_client_id: 'platform',
      client_secret: clientSecret,
      ...body,
    },
  });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'platform',
        client_secret: clientSecret,
        redirect_uris: [connection.callback_url],
        response_types: ['code'],
        grant_types: [...grants],
      },
    ],
    conformIdTokenClaims: false,
    // As most companies' providers do, without asking for a consent each time.
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    // A token that is redeemed twice ends all of its grant.
    rotateRefreshToken: true,
    pkce: { required: () => true },
    claims: { email: ['email'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'pia@example.com', name: 'Pia' }),
    }),
  });
  const refreshTokens: IndependentIssuer['refreshTokens'] = [];
  provider.on('refresh_token.saved', (token) => refreshTokens.push(token));
  server.on('request', provider.callback());
  const begin = async (browser: Browser): Promise<string> => {
    const { url } = (await (await browser.begin({ connection_id: connection.id })).json()) as { url: string };
    return signInAt(issuer, url);
  };
  return {
    issuer,
    clientSecret,
    connection,
    begin,
    signIn: async (baseUrl) => {
      const browser = new Browser(baseUrl);
      await browser.fetch(await begin(browser));
      return browser;
    },
    refreshTokens,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
