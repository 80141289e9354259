import * as oidc from 'openid-client';
import type { ProviderSettings } from './provider.ts';
import { connect, refreshTokenOf } from './provider.ts';

/**
 * The errors by which a provider says that the person has to sign in again (RFC 6749, section 5.2; OpenID
 * Connect Core 1.0, section 3.1.2.6).
 */
const refusals = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required'];

/**
 * Asks the provider whether a session of its own still allows ours. Returns the refresh token for the next
 * time; undefined if the person has to sign in again. Throws if the provider does not say.
 */
export const recheck = async (
  settings: ProviderSettings,
  subject: string,
  refreshToken: string,
): Promise<string | undefined> => {
  const provider = await connect(settings);
  try {
    const tokens = await oidc.refreshTokenGrant(provider, refreshToken);
    const claims = tokens.claims();
    return claims && claims.sub !== subject ? undefined : (refreshTokenOf(tokens) ?? refreshToken);
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && refusals.includes(error.error)) return undefined;
    throw error;
  }
};
