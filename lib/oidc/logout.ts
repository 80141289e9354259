import type { JWTPayload } from 'jose';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import type { Wait } from './fetch.ts';
import { fetchFor } from './fetch.ts';
import { keysAt } from './keys.ts';
import type { ProviderSettings } from './provider.ts';
import { algorithms, clockTolerance, connect } from './provider.ts';

/** The sessions that a provider ends: one of its own sessions, or all of a subject. */
export interface Logout {
  readonly subject: string | null;
  readonly sid: string | null;
  /** The latest beginning of a session that it ends, as clocks may differ. Milliseconds since 1970. */
  readonly latest: number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/**
 * The claims of a token that nobody has verified yet, if they are those of a logout token for the connection.
 */
const claimsOf = (token: string, { issuer, oidc_client_id }: ProviderSettings): JWTPayload => {
  const { typ = 'logout+jwt' } = decodeProtectedHeader(token);
  if (typ.toLowerCase() !== 'logout+jwt') refuse('The token is not a logout token');
  const claims = decodeJwt(token);
  const { iss, aud = [], events, nonce, sub, sid } = claims;
  if (iss !== issuer) refuse('The token is of another issuer');
  if (![aud].flat().includes(oidc_client_id)) refuse('The token is for another client');
  if (typeof events !== 'object' || events === null || !(event in events))
    refuse('The token has no logout event');
  if (nonce !== undefined) refuse('An ID token is not a logout token');
  if (sub === undefined && typeof sid !== 'string') refuse('The token names no session');
  return claims;
};

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws unless it is as it
 * must be. Nobody waits for the provider because of a token that it cannot have sent.
 */
export const verifyLogout = async (
  settings: ProviderSettings,
  token: string,
  wait: Wait,
): Promise<Logout> => {
  const { sub = null, sid } = claimsOf(token, settings);
  const fetch = fetchFor(wait);
  const { jwks_uri = '' } = (await connect(settings, fetch)).serverMetadata();
  const { payload } = await jwtVerify(token, keysAt(jwks_uri, fetch), {
    issuer: settings.issuer,
    audience: settings.oidc_client_id,
    algorithms: [...algorithms],
    clockTolerance,
    maxTokenAge: 600,
  });
  const latest = ((payload.iat ?? 0) + 1 + clockTolerance) * 1000;
  return { subject: sub, sid: typeof sid === 'string' ? sid : null, latest };
};
