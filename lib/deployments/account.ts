import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { AccountProvider } from '#lib/contract/integrations.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { HostIntegration, IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { isHost, requireHost, requireUsable } from '#lib/integrations/integration-record.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';
import { readDeployments } from './deployments.ts';

/** An account at a provider to which an agent may be deployed, with its API key. */
export interface DeploymentAccount {
  readonly integration: HostIntegration;
  readonly apiKey: string;
  readonly webhookSecret: string | null;
}

const openApiKey = ({ id }: IntegrationRecord, sealed: string): Promise<string> =>
  openSecret(sealed, secretContext(id, 'api_key'));

/** Refuses an integration that cannot be used. */
export const usableAccount = async (found: IntegrationRecord): Promise<DeploymentAccount> => {
  const integration = requireHost(found);
  const { id, webhook_secret } = integration;
  return {
    integration,
    apiKey: await openApiKey(integration, requireUsable(integration)),
    webhookSecret: webhook_secret && (await openSecret(webhook_secret, secretContext(id, 'webhook_secret'))),
  };
};

/**
 * The account of an agent's organization or of one above, within the caller's reach. Refuses one that cannot
 * be used.
 */
export const accountFor = async (
  caller: Caller,
  { path }: Pick<AgentRecord, 'path'>,
  integrationId: string,
): Promise<DeploymentAccount> => {
  const integration = await integrations.find(caller, integrationId);
  if (!integration || !path.includes(integration.client_id)) throw new ApiError('integration_not_found');
  return usableAccount(integration);
};

/**
 * The account of the last deployment to one of these providers, if the caller reaches it and it can be used.
 */
export const deployedAccount = async (
  caller: Pick<Caller, 'client_id'>,
  { id }: Pick<AgentRecord, 'id'>,
  providers: readonly AccountProvider[],
): Promise<Pick<DeploymentAccount, 'integration' | 'apiKey'> | undefined> => {
  const deployed = (await readDeployments(id))
    .filter(({ provider }) => providers.includes(provider))
    .sort((one, other) => (one.updated_at > other.updated_at ? -1 : 1));
  for (const { integration_id } of deployed) {
    const integration = await integrations.find(caller, integration_id);
    if (!integration || !isHost(integration)) continue;
    const { status, api_key } = integration;
    if (status === 'disabled' || api_key === null) continue;
    return { integration, apiKey: await openApiKey(integration, api_key) };
  }
  return undefined;
};
