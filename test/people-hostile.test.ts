import { generateKeyPairSync } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { exportSPKI, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { operator, organization, platform } from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import type { Behavior } from './support/issuer.ts';
import { issuerKeys, sign } from './support/issuer.ts';
import { peopleOf } from './support/people.ts';

/*
 * Issuers, tokens and browsers that are not as they must be. Every one is refused with the same answer, and
 * nobody has a session.
 */

const { connect } = peopleOf(platform.base_url, { operator });

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const minute = 60;

const withClaims =
  (change: (claims: JWTPayload) => JWTPayload, header: object = {}) =>
  (claims: JWTPayload) =>
    sign(change(claims), header);

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const withoutNonce = ({ nonce: _nonce, ...claims }: JWTPayload): JWTPayload => claims;

const hostile: Readonly<Record<string, Behavior>> = {
  'an ID token that another key signed': { token: (claims) => sign(claims, {}, foreign) },
  'a signature of garbage': { token: async (claims) => (await sign(claims)).replace(/\.[^.]+$/, '.AAAA') },
  'no signature at all': {
    discovery: (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['none', 'RS256'] }),
    token: (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
  },
  'HS256 with the public key as its secret': {
    discovery: (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
    token: async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(await exportSPKI(issuerKeys.publicKey))),
  },
  'HS256 with the secret of the client': {
    discovery: (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
    token: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('a-secret-of-the-client')),
  },
  'another audience': { token: withClaims((claims) => ({ ...claims, aud: 'another' })) },
  'two audiences without an authorized party': {
    token: withClaims((claims) => ({ ...claims, aud: ['platform', 'another'] })),
  },
  'another authorized party': { token: withClaims((claims) => ({ ...claims, azp: 'another' })) },
  'another issuer in the token': {
    token: withClaims((claims) => ({ ...claims, iss: 'https://login.example' })),
  },
  'no nonce': { token: withClaims(withoutNonce) },
  'another nonce': { token: withClaims((claims) => ({ ...claims, nonce: 'another' })) },
  'an expired token': { token: withClaims((claims) => ({ ...claims, exp: Number(claims.iat) - 20 })) },
  'a token from an hour ahead': {
    token: withClaims((claims) => ({
      ...claims,
      iat: Number(claims.iat) + 60 * minute,
      exp: Number(claims.exp) + 60 * minute,
    })),
  },
  'a token from an hour ago': {
    token: withClaims((claims) => ({ ...claims, iat: Number(claims.iat) - 60 * minute })),
  },
  'an access token': { token: withClaims((claims) => claims, { typ: 'at+jwt' }) },
  'no ID token': { tokens: ({ access_token, token_type }) => ({ body: { access_token, token_type } }) },
  'a text instead of tokens': { tokens: () => ({ body: 'tokens' }) },
  'another state': { callback: (parameters) => ({ ...parameters, state: 'another' }) },
  'no state': { callback: ({ state: _state, ...parameters }) => parameters },
  'another issuer in the callback': {
    callback: (parameters) => ({ ...parameters, iss: 'https://login.example' }),
  },
  'a refusal of the provider': { callback: ({ state = '' }) => ({ state, error: 'access_denied' }) },
  'metadata of another issuer': {
    discovery: (metadata) => ({ ...metadata, issuer: 'https://login.example' }),
  },
  'metadata with a trailing slash': {
    discovery: (metadata) => ({ ...metadata, issuer: `${metadata.issuer}/` }),
  },
  'metadata without keys': { discovery: ({ jwks_uri: _uri, ...metadata }) => metadata },
  'metadata that redirects': {
    discovery: (metadata) => ({ status: 302, headers: { location: String(metadata.jwks_uri) }, body: {} }),
  },
  'keys at a private address': {
    discovery: (metadata) => ({ ...metadata, jwks_uri: 'https://169.254.169.254/latest' }),
  },
  'tokens at a private address': {
    discovery: (metadata) => ({ ...metadata, token_endpoint: 'https://10.0.0.1/token' }),
  },
  'a page without TLS': {
    discovery: (metadata) => ({ ...metadata, authorization_endpoint: 'http://login.example/' }),
  },
  'only algorithms that are not ours': {
    discovery: (metadata) => ({ ...metadata, id_token_signing_alg_values_supported: ['HS256', 'none'] }),
  },
  'keys that redirect': { keys: () => ({ status: 302, headers: { location: '/' }, body: {} }) },
  'keys of 100 MB': { keys: () => ({ body: `{"keys":[]${' '.repeat(100_000_000)}}` }) },
  'no keys': { keys: () => ({ body: { keys: [] } }) },
};

const refusal = async (response: Response): Promise<unknown> => {
  const { request_id: _id, instance: _path, ...problem } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, problem };
};

const same = {
  status: 403,
  problem: {
    type: '/v1/openapi.json#/x-problems/sign_in_refused',
    title: 'Signing in was refused',
    status: 403,
    code: 'sign_in_refused',
  },
};

test.for(Object.entries(hostile))('%s is refused', async ([, behavior]) => {
  const { client } = await organization();
  const { connection } = await connect(client.id, { behavior });
  const browser = new Browser(platform.base_url);
  expect(await refusal(await browser.signIn({ connection_id: connection.id }))).toEqual(same);
  expect(browser.cookie('__Host-session')).toBeUndefined();
});

test('an honest issuer is not refused', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const browser = new Browser(platform.base_url);
  const response = await browser.signIn({ connection_id: connection.id });
  expect(response.status).toBe(200);
  expect(browser.cookie('__Host-session')).toMatch(/^vas_/);
});

test('a claim that is required, and a context in which people must sign in, are checked', async () => {
  const { client } = await organization();
  const required = { required_claims: { tid: 'ours' }, acr_values: ['mfa'] };
  const { connection, issuer } = await connect(client.id, required);
  const signedInWith = async (claims: object) => {
    issuer.person = { sub: 'x', ...claims };
    return (await new Browser(platform.base_url).signIn({ connection_id: connection.id })).status;
  };
  expect(await signedInWith({ tid: 'ours', acr: 'mfa' })).toBe(200);
  expect(await signedInWith({ tid: 'theirs', acr: 'mfa' })).toBe(403);
  expect(await signedInWith({ acr: 'mfa' })).toBe(403);
  expect(await signedInWith({ tid: 'ours', acr: 'password' })).toBe(403);
  expect(await signedInWith({ tid: 'ours' })).toBe(403);
});

test('a callback counts once, in the browser and for the connection for which it was begun', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const other = await connect(client.id);
  const mine = new Browser(platform.base_url);
  const { url } = (await (await mine.begin({ connection_id: connection.id })).json()) as { url: string };
  const back = await mine.visitProvider(url);

  const another = new Browser(platform.base_url);
  expect(await refusal(await another.fetch(back))).toEqual(same);
  await another.begin({ connection_id: connection.id });
  expect(await refusal(await another.fetch(back))).toEqual(same);
  const elsewhere = back.replace(connection.id, other.connection.id);
  expect(await refusal(await mine.fetch(elsewhere))).toEqual(same);

  const copied = new Browser(platform.base_url);
  copied.take(mine);
  expect((await mine.fetch(back)).status).toBe(200);
  expect(await refusal(await mine.fetch(back))).toEqual(same);
  // The provider redeems a code once, so a copy of the cookie is worth nothing either.
  expect(await refusal(await copied.fetch(back))).toEqual(same);
});

test('a person sees the console and not a problem document', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const path = `/v1/sign-in/${connection.id}/callback?code=x&state=y`;
  const response = await new Browser(platform.base_url).fetch(path, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`${platform.base_url}/sign-in?refused=true`);
});
