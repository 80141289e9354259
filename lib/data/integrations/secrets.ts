import type { SecretContext } from '../secrets/data-key.ts';

/** What an integration keeps secrets for. */
export type SecretPurpose = 'api_key' | 'webhook_secret';

export const secretContext = (integrationId: string, purpose: SecretPurpose): SecretContext => ({
  entity: integrationId,
  purpose,
});
