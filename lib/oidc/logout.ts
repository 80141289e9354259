import { jwtVerify } from 'jose';
import { readKeys } from './keys.ts';
import type { ProviderSettings } from './provider.ts';
import { algorithms, clockTolerance, connect } from './provider.ts';

/** The sessions that a provider ends: one of its own sessions, or all of a subject. */
export interface Logout {
  readonly subject: string | null;
  readonly sid: string | null;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws unless it is as it must be. */
export const verifyLogout = async (settings: ProviderSettings, token: string): Promise<Logout> => {
  const { jwks_uri = '' } = (await connect(settings)).serverMetadata();
  const { payload, protectedHeader } = await jwtVerify(token, await readKeys(jwks_uri), {
    issuer: settings.issuer,
    audience: settings.oidc_client_id,
    algorithms: [...algorithms],
    clockTolerance,
    maxTokenAge: 600,
  });
  const { typ = 'logout+jwt' } = protectedHeader;
  if (typ.toLowerCase() !== 'logout+jwt') refuse('The token is not a logout token');
  const { events, nonce, sub = null, sid = null } = payload;
  if (typeof events !== 'object' || events === null || !(event in events))
    refuse('The token has no logout event');
  if (nonce !== undefined) refuse('An ID token is not a logout token');
  if (sub === null && typeof sid !== 'string') refuse('The token names no session');
  return { subject: sub, sid: typeof sid === 'string' ? sid : null };
};
