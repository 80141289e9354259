import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { AgentRecord } from '../agents/agent-record.ts';
import type { IntegrationRecord } from '../integrations/integration-record.ts';
import { findIntegration } from '../integrations/integrations.ts';
import { secretContext } from '../integrations/secrets.ts';
import { openSecret } from '../secrets/open-secret.ts';

/** An account at a provider that an agent may be deployed to, with what opens it. */
export interface DeploymentAccount {
  readonly integration: IntegrationRecord;
  readonly apiKey: string;
  readonly webhookSecret: string | null;
}

/** The account of an agent's organization or of one above, within the caller's reach; refused if it cannot be used. */
export const accountFor = async (
  caller: Caller,
  { path }: Pick<AgentRecord, 'path'>,
  integrationId: string,
): Promise<DeploymentAccount> => {
  const integration = await findIntegration(caller, integrationId);
  if (!integration || !path.includes(integration.client_id)) throw new ApiError('integration_not_found');
  const { api_key, webhook_secret, status } = integration;
  if (status === 'disabled') throw new ApiError('integration_disabled');
  if (api_key === null) throw new ApiError('integration_without_key');
  const open = (sealed: string, purpose: 'api_key' | 'webhook_secret') =>
    openSecret(sealed, secretContext(integrationId, purpose));
  return {
    integration,
    apiKey: await open(api_key, 'api_key'),
    webhookSecret: webhook_secret && (await open(webhook_secret, 'webhook_secret')),
  };
};
