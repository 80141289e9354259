import { isCarrier } from '#lib/contract/integrations.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import { memoryFor } from '#lib/store/memory.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';
import type { IntegrationRecord } from './integration-record.ts';
import { integrations } from './integrations.ts';
import { secretContext } from './secrets.ts';

/** An integration that receives webhooks, with the secrets that may sign them. */
export interface Recipient {
  readonly integration: IntegrationRecord;
  readonly secrets: readonly string[];
  /** The key of an account at a carrier, which nobody else knows, for proofs. */
  readonly proof_keys: readonly string[];
}

const read = async (id: string): Promise<Recipient | undefined> => {
  const integration = await integrations.read(id);
  if (!integration) return undefined;
  const { webhook_secret, previous_secret, api_key } = integration;
  // Without a webhook secret, the API key signs webhooks: Retell has no other secret.
  const current = webhook_secret
    ? openSecret(webhook_secret, secretContext(id, 'webhook_secret'))
    : api_key && openSecret(api_key, secretContext(id, 'api_key'));
  const isGood = previous_secret && previous_secret.expires_at > new Date().toISOString();
  const previous = isGood && openSecret(previous_secret.sealed, secretContext(id, 'webhook_secret'));
  // A carrier may sign with a key whose public part is here, or with one that others know as well.
  const own = isCarrier(integration.provider) && api_key && openSecret(api_key, secretContext(id, 'api_key'));
  const [one, other, key] = await Promise.all([current, previous, own]);
  const secrets = [one, other].filter((secret) => typeof secret === 'string');
  return { integration, secrets, proof_keys: key ? [key] : [] };
};

const recall = memoryFor<Recipient | undefined>(rememberedMs, 1000);

/**
 * An integration and its secrets, cached for as long as API keys. A change takes effect within ten seconds.
 */
export const recipientOf = (id: string): Promise<Recipient | undefined> => recall(id, () => read(id));
