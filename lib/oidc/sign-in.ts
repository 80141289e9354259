import type { CustomFetch, IDToken, ServerMetadata } from 'openid-client';
import * as oidc from 'openid-client';
import { parseJson } from '#lib/domain/json.ts';
import type { Wait } from './fetch.ts';
import { fetchFor } from './fetch.ts';
import { keysAt } from './keys.ts';
import type { ProviderSettings } from './provider.ts';
import { clockTolerance, connect, refreshTokenOf } from './provider.ts';

/** The state of a sign-in, which the callback needs. The browser keeps it, encrypted. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const scope = 'openid email profile';

export interface SignInSettings extends ProviderSettings {
  /** Null: no refresh token is needed. */
  readonly recheck_minutes: number | null;
  readonly acr_values: readonly string[];
  readonly required_claims: Readonly<Record<string, string>>;
}

/**
 * Keycloak gives each session a refresh token. With the scope, it would give one that outlives the session,
 * and a logout of the person would end nothing here (its page "Offline access").
 */
const isKeycloak = ({ authorization_endpoint = '' }: ServerMetadata): boolean =>
  new URL(authorization_endpoint).pathname.endsWith('/protocol/openid-connect/auth');

/**
 * The parameters that ask for a refresh token (OpenID Connect Core 1.0, section 11). Google has no scope for
 * it (developers.google.com/identity/protocols/oauth2/web-server#offline). With the scope, no consent is
 * asked for: where only administrators may consent, as in many tenants of Entra ID, nobody else could sign
 * in.
 */
const offline = ({ recheck_minutes }: SignInSettings, metadata: ServerMetadata) => {
  if (recheck_minutes === null || isKeycloak(metadata)) return { scope };
  const hasScope = metadata.scopes_supported?.includes('offline_access') ?? true;
  return hasScope
    ? { scope: `${scope} offline_access` }
    : { scope, access_type: 'offline', prompt: 'consent' };
};

/** The page at which the person signs in. */
export const authorizationUrl = async (
  settings: SignInSettings,
  redirectUri: string,
  hint: string | undefined,
  wait: Wait,
): Promise<{ readonly url: string; readonly state: SignInState }> => {
  const provider = await connect(settings, fetchFor(wait));
  const state = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    ...offline(settings, provider.serverMetadata()),
    state: state.state,
    nonce: state.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(state.verifier),
    code_challenge_method: 'S256',
    ...(settings.acr_values.length > 0 && { acr_values: settings.acr_values.join(' ') }),
    ...(hint !== undefined && { login_hint: hint }),
  });
  return { url: url.href, state };
};

/** The greatest age of an ID token, which is longer than a sign-in takes. */
const maxAgeSeconds = 600;

const headerOf = (token: string): Record<string, unknown> =>
  parseJson(Buffer.from(token.split('.')[0] ?? '', 'base64url')) as Record<string, unknown>;

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/** The checks of claims that the library leaves to its callers. */
const check = (claims: IDToken, { oidc_client_id, acr_values, required_claims }: SignInSettings): void => {
  const now = Math.floor(Date.now() / 1000);
  if (claims.azp !== undefined && claims.azp !== oidc_client_id) refuse('The ID token is for another client');
  if (!Number.isFinite(claims.exp) || !Number.isFinite(claims.iat)) refuse('The ID token has no times');
  if (claims.exp <= now - clockTolerance) refuse('The ID token has expired');
  if (claims.iat > now + clockTolerance) refuse('The ID token is from the future');
  if (claims.iat < now - maxAgeSeconds) refuse('The ID token is too old');
  if (claims.sub === '' || claims.sub.length > 255) refuse('The subject is empty or too long');
  if (acr_values.length > 0 && !acr_values.includes(String(claims.acr))) {
    refuse('The authentication context is not one of those required');
  }
  for (const [name, value] of Object.entries(required_claims)) {
    if (claims[name] !== value) refuse(`The claim ${name} is not as required`);
  }
};

/**
 * The person who signed in, and the token by which the provider can be asked about the session again, if it
 * gave one.
 */
export interface SignedIn {
  readonly claims: IDToken;
  readonly refreshToken: string | undefined;
}

/** The library reads keys again for a token whose key is unknown, if the known ones are at least so old. */
const renewedAfterSeconds = 60;

/**
 * Gives the library the keys that are known. Unless it believes them to be old, it would not look for a key
 * that was added since.
 */
const giveKeys = async (provider: oidc.Configuration, fetch: CustomFetch): Promise<void> => {
  const keys = keysAt(provider.serverMetadata().jwks_uri ?? '', fetch);
  await keys.reload();
  const uat = Math.floor(Date.now() / 1000) - renewedAfterSeconds;
  oidc.setJwksCache(provider, { jwks: keys.jwks() ?? { keys: [] }, uat });
};

/** Redeems the code of a sign-in. Throws if the answer or a claim is not valid. */
export const finishSignIn = async (
  settings: SignInSettings,
  callback: URL,
  { state, nonce, verifier }: SignInState,
  wait: Wait,
): Promise<SignedIn> => {
  const fetch = fetchFor(wait);
  const provider = await connect(settings, fetch);
  await giveKeys(provider, fetch);
  const tokens = await oidc.authorizationCodeGrant(provider, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const { typ = 'JWT' } = headerOf(tokens.id_token ?? '');
  if (String(typ).toUpperCase() !== 'JWT') refuse('The token is not an ID token');
  const claims = tokens.claims() ?? refuse('There is no ID token');
  check(claims, settings);
  return { claims, refreshToken: refreshTokenOf(tokens) };
};
