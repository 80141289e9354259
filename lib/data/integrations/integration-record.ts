import type { AgentMapping, Integration } from '#lib/contract/integrations.ts';
import { pack, unpack } from '../records.ts';
import type { Item, Key } from '../table.ts';

/** A sealed secret that a webhook may be signed with, and until when. */
export interface PreviousSecret {
  readonly sealed: string;
  readonly expires_at: string;
}

/** An integration as it is stored: secrets sealed, and the mappings in an item beside it. */
export interface IntegrationRecord extends Omit<Integration, 'agents' | 'webhook_url'> {
  /** The ids of the organizations from the top down to the integration's own. */
  readonly path: readonly string[];
  readonly api_key: string | null;
  readonly webhook_secret: string | null;
  /** The webhook secret before the last change, while it is still good. */
  readonly previous_secret: PreviousSecret | null;
  /** The webhook that a deployment has made at the provider; absent: none did. */
  readonly provider_webhook_id?: string | undefined;
}

export interface WholeIntegration {
  readonly integration: IntegrationRecord;
  readonly agents: readonly AgentMapping[];
}

const json = ['previous_secret', 'metadata'] as const;

export const integrationItem = (integration: IntegrationRecord, key: Key): Item => ({
  ...pack(integration, json),
  ...key,
});
export const integrationFromItem = (item: Item): IntegrationRecord => unpack<IntegrationRecord>(item, json);

/** Pairs of ids, without a name for each: there may be hundreds. */
export const mappingItem = (agents: readonly AgentMapping[], key: Key): Item => ({
  ...key,
  agents: JSON.stringify(agents.map(({ provider_agent_id, agent_id }) => [provider_agent_id, agent_id])),
});

export const mappingFromItem = (item: Item | undefined): AgentMapping[] =>
  (JSON.parse((item?.agents as string | undefined) ?? '[]') as [string, string][]).map(
    ([provider_agent_id, agent_id]) => ({ provider_agent_id, agent_id }),
  );
