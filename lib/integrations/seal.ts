import { sealSecret } from '#lib/store/secrets/seal-secret.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { SealedSecrets } from './integrations.ts';
import { secretContext } from './secrets.ts';

/** Secrets in a request: null removes one, and an absent one keeps its value. */
interface SentSecrets {
  readonly api_key?: string | null | undefined;
  readonly webhook_secret?: string | null | undefined;
}

const noSecrets: SealedSecrets = { api_key: null, api_key_hint: null, webhook_secret: null };

/** Encrypts the secrets of a request. */
export const sealSecrets = async (
  id: string,
  { api_key, webhook_secret }: SentSecrets,
  before: Pick<IntegrationRecord, keyof SealedSecrets> = { ...noSecrets },
): Promise<SealedSecrets> => {
  const seal = (secret: string, purpose: 'api_key' | 'webhook_secret') =>
    sealSecret(secret, secretContext(id, purpose));
  const [key, secret] = await Promise.all([
    api_key ? seal(api_key, 'api_key') : api_key,
    webhook_secret ? seal(webhook_secret, 'webhook_secret') : webhook_secret,
  ]);
  return {
    api_key: key === undefined ? before.api_key : key,
    api_key_hint: api_key === undefined ? before.api_key_hint : (api_key?.slice(-4) ?? null),
    webhook_secret: secret === undefined ? before.webhook_secret : secret,
  };
};
