import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import * as oidc from 'openid-client';
import { destinationOf } from '#lib/delivery/destination.ts';
import { checkedFetch } from './fetch.ts';

/** The settings of a connection that the protocol needs. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly oidc_client_id: string;
  /** Null: a public client. */
  readonly client_secret: string | null;
}

/** The only signatures that ID tokens may have, whatever the provider offers. */
export const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** The longest refresh token that is kept. Providers' are shorter than 4 KB. */
const maxRefreshToken = 8192;

/** The refresh token of an answer, if it can be kept. */
export const refreshTokenOf = ({ refresh_token }: { readonly refresh_token?: string }): string | undefined =>
  refresh_token && refresh_token.length <= maxRefreshToken ? refresh_token : undefined;

/** Seconds by which the provider's clock may be wrong. */
export const clockTolerance = 5;

/** Test issuers on one machine have no TLS. Other addresses without it are refused by every request. */
const isInsecure = (issuer: string): boolean => issuer.startsWith('http:');

const authenticationOf = (
  { client_secret }: ProviderSettings,
  { token_endpoint_auth_methods_supported: methods }: ServerMetadata,
) => {
  if (client_secret === null) return oidc.None();
  return methods?.includes('client_secret_post')
    ? oidc.ClientSecretPost(client_secret)
    : oidc.ClientSecretBasic(client_secret);
};

/** The discovery document, if a sign-in can rely on it. Throws with a reason that administrators may read. */
const discover = async (
  { issuer, oidc_client_id }: ProviderSettings,
  fetch: CustomFetch,
): Promise<ServerMetadata> => {
  destinationOf(issuer);
  const found = await oidc.discovery(new URL(issuer), oidc_client_id, undefined, oidc.None(), {
    [oidc.customFetch]: fetch,
    ...(isInsecure(issuer) && { execute: [oidc.allowInsecureRequests] }),
  });
  const metadata = found.serverMetadata();
  if (metadata.issuer !== issuer)
    throw new Error(`The provider calls itself ${metadata.issuer.slice(0, 200)}`);
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const url = metadata[endpoint];
    if (url === undefined) throw new Error(`The discovery document has no ${endpoint}`);
    destinationOf(url);
  }
  return metadata;
};

/** The provider as the library knows it: with verified signatures, and with our algorithms only. */
export const connect = async (
  settings: ProviderSettings,
  fetch: CustomFetch = checkedFetch,
): Promise<Configuration> => {
  const metadata = await discover(settings, fetch);
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const accepted = algorithms.filter((algorithm) => offered.includes(algorithm));
  if (accepted.length === 0) throw new Error(`The provider signs with none of ${algorithms.join(', ')}`);
  const configuration = new oidc.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: accepted },
    settings.oidc_client_id,
    { [oidc.clockTolerance]: clockTolerance },
    authenticationOf(settings, metadata),
  );
  configuration[oidc.customFetch] = fetch;
  oidc.enableNonRepudiationChecks(configuration);
  if (isInsecure(settings.issuer)) oidc.allowInsecureRequests(configuration);
  return configuration;
};
