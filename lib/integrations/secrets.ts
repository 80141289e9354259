import type { SecretContext } from '#lib/store/secrets/data-key.ts';

/** The purposes of an integration's secrets. */
export type SecretPurpose = 'api_key' | 'webhook_secret';

export const secretContext = (integrationId: string, purpose: SecretPurpose): SecretContext => ({
  entity: integrationId,
  purpose,
});
