import { ApiError } from '#lib/contract/errors.ts';
import type { AgentMapping, Integration, ProviderName } from '#lib/contract/integrations.ts';
import { isHostName } from '#lib/contract/integrations.ts';
import type { NumberRouting } from '#lib/domain/integrations/account-numbers.ts';
import { parseJson } from '#lib/domain/json.ts';
import type { Item, Key } from '#lib/store/table.ts';

/** A sealed secret that may still sign webhooks, and its expiry. */
export interface PreviousSecret {
  readonly sealed: string;
  readonly expires_at: string;
}

/** An integration as it is stored: with sealed secrets, and with its mappings in a separate item. */
export interface IntegrationRecord extends Omit<Integration, 'agents' | 'webhook_url'> {
  /** The ids of the organizations from the top down to the integration's own. */
  readonly path: readonly string[];
  readonly api_key: string | null;
  readonly webhook_secret: string | null;
  /** The previous webhook secret while it is still valid. */
  readonly previous_secret: PreviousSecret | null;
  /** The id of the webhook that a deployment created at the provider; absent: there is none. */
  readonly provider_webhook_id?: string | undefined;
  /** The routing that connected numbers get back once they are disconnected; absent: none was connected. */
  readonly former_routing?: Readonly<Record<string, NumberRouting>>;
}

/** An account at a provider whose own agents hold the calls, and not at a carrier or a recognizer. */
export type HostIntegration = IntegrationRecord & { readonly provider: ProviderName };

export const isHost = (integration: IntegrationRecord): integration is HostIntegration =>
  isHostName(integration.provider);

/** Refuses the account of a carrier or a recognizer, which has no agents, voices or calls of its own. */
export const requireHost = (integration: IntegrationRecord): HostIntegration => {
  if (isHost(integration)) return integration;
  throw new ApiError('provider_not_supported', {
    detail: 'The account is at a company that has no agents of its own',
  });
};

/** The sealed API key of an account that can be used. Refuses one that is disabled, or has no key. */
export const requireUsable = ({ id, status, api_key }: IntegrationRecord): string => {
  const extensions = { integration_id: id };
  if (status === 'disabled') throw new ApiError('integration_disabled', { extensions });
  if (api_key === null) throw new ApiError('integration_without_key', { extensions });
  return api_key;
};

export interface WholeIntegration {
  readonly integration: IntegrationRecord;
  readonly agents: readonly AgentMapping[];
}

/** Stores pairs of ids without field names, because there may be hundreds. */
export const mappingItem = (agents: readonly AgentMapping[], key: Key): Item => ({
  ...key,
  agents: JSON.stringify(agents.map(({ provider_agent_id, agent_id }) => [provider_agent_id, agent_id])),
});

export const mappingFromItem = (item: Item | undefined): AgentMapping[] =>
  (parseJson((item?.agents as string | undefined) ?? '[]') as [string, string][]).map(
    ([provider_agent_id, agent_id]) => ({ provider_agent_id, agent_id }),
  );
