import type { Configuration } from 'openid-client';
import * as oidc from 'openid-client';
import { DeliveryError } from '#lib/delivery/errors.ts';
import { checkedFetch } from './fetch.ts';
import { keysAt } from './keys.ts';
import type { ProviderSettings } from './provider.ts';
import { connect } from './provider.ts';

/** The message of the innermost failure, as far as administrators may read it. */
const reasonOf = (error: Error & { readonly cause?: unknown }): string =>
  error.cause instanceof DeliveryError ? error.cause.message : error.message;

/** The errors by which a provider refuses the client, rather than the code (RFC 6749, section 5.2). */
const clientRefusals = ['invalid_client', 'unauthorized_client'];

/**
 * Throws if the provider did not answer, or has refused the client. Any other refusal concerns the code,
 * which is wrong on purpose.
 */
const acceptRefusalOfCode = (error: Error): void => {
  if (error.cause instanceof DeliveryError) throw error;
  if (!(error instanceof oidc.ResponseBodyError)) return;
  const { status, error: code, error_description: description = '' } = error;
  if (status !== 401 && !clientRefusals.includes(code)) return;
  throw new Error(`The provider refuses the client id or the client secret: ${code} ${description}`.trim());
};

/**
 * Redeems a code that nobody was given. A provider authenticates the client before it looks at the code, so a
 * wrong secret is found without a sign-in.
 */
const tryClient = async (provider: Configuration, redirect_uri: string): Promise<void> => {
  const code = { code: oidc.randomState(), code_verifier: oidc.randomPKCECodeVerifier(), redirect_uri };
  await oidc.genericGrantRequest(provider, 'authorization_code', code).catch(acceptRefusalOfCode);
};

/**
 * The fault of a provider, or of the client that it knows; null if both are as a sign-in needs them.
 * `settings` have the secret in plain text.
 */
export const tryProvider = async (
  settings: ProviderSettings,
  redirectUri: string,
): Promise<string | null> => {
  try {
    const provider = await connect(settings);
    await keysAt(provider.serverMetadata().jwks_uri ?? '', checkedFetch).reload();
    await tryClient(provider, redirectUri);
    return null;
  } catch (error) {
    return reasonOf(error as Error).slice(0, 500);
  }
};
