import { expect, test } from 'vitest';
import { operator, organization, platform, unknownId } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('a sign-in begins at the provider, with PKCE, a nonce and a state that only the browser has', async () => {
  const { client } = await organization();
  const { connection, issuer } = await connect(client.id, { acr_values: ['mfa'] });
  const browser = new Browser(platform.base_url);
  const begun = await browser.begin({ connection_id: connection.id });
  const { url, organization: name } = (await begun.json()) as { url: string; organization: string };
  expect(name).toBe(client.name);
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(url.startsWith(`${issuer.issuer}/authorize?`)).toBe(true);
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: 'platform',
    redirect_uri: connection.callback_url,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    acr_values: 'mfa',
  });
  const [cookie = ''] = begun.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-sign-in=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/);
  for (const secret of [asked.state, asked.nonce]) expect(cookie).not.toContain(secret);
});

test('a refresh token is asked for with the scope, and at Keycloak without it', async () => {
  const { client } = await organization();
  const scopeAt = async (path: string) => {
    const discovery = (metadata: Record<string, unknown>) => ({
      ...metadata,
      authorization_endpoint: `${metadata.issuer}${path}`,
    });
    const { connection } = await connect(client.id, { recheck_minutes: 30, behavior: { discovery } });
    const begun = await new Browser(platform.base_url).begin({ connection_id: connection.id });
    const { url } = (await begun.json()) as { url: string };
    return new URL(url).searchParams.get('scope');
  };
  expect(await scopeAt('/authorize')).toBe('openid email profile offline_access');
  // An offline session would outlive the one of the person.
  expect(await scopeAt('/protocol/openid-connect/auth')).toBe('openid email profile');
});

test('an unknown connection or domain is refused, and so is a page of another site', async () => {
  const browser = new Browser(platform.base_url);
  expect((await browser.begin({ connection_id: unknownId('con') })).status).toBe(403);
  expect((await browser.begin({ email: 'pia@unknown.example' })).status).toBe(403);
  for (const return_to of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    expect((await browser.begin({ email: 'pia@unknown.example', return_to })).status).toBe(400);
  }
  expect((await browser.begin({ email: 'a@b.example', domain: 'b.example' })).status).toBe(400);
});
