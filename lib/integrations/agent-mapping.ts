import { findAgent } from '#lib/agents/agents.ts';
import { keyOf } from '#lib/store/keys.ts';
import { facetAttribute, facetKey } from '#lib/store/lists/facets.ts';
import { get } from '#lib/store/operations/get.ts';
import { query } from '#lib/store/operations/query.ts';
import { facetIndex } from '#lib/store/table-definition.ts';
import type { IntegrationRecord } from './integration-record.ts';
import { mappingFromItem } from './integration-record.ts';

/** The agent to which a provider's agent is mapped: one, none, or several with the same claim. */
export type MappedAgent =
  | { readonly found: 'one'; readonly agent_id: string }
  | { readonly found: 'none' }
  | { readonly found: 'several' };

/**
 * The agents whose `provider` names the provider's agent, set by a key of this organization or one above. The
 * index may be slightly out of date.
 */
const claimedBy = async (
  { client_id, provider }: IntegrationRecord,
  providerAgentId: string,
): Promise<string[]> => {
  const { items } = await query({
    IndexName: facetIndex(facetAttribute('provider_agent')),
    KeyConditionExpression: '#facet = :value',
    ExpressionAttributeNames: { '#facet': facetAttribute('provider_agent') },
    ExpressionAttributeValues: {
      ':value': facetKey(client_id, 'provider_agent', `${provider}#${providerAgentId}`),
    },
    Limit: 2,
  });
  return items.map(({ id }) => id as string);
};

/** The agent to which the integration itself maps a provider's agent. */
const mappingOf = async ({ id }: IntegrationRecord, providerAgentId: string): Promise<string | undefined> =>
  mappingFromItem(await get(keyOf('agent_mapping', id))).find(
    ({ provider_agent_id }) => provider_agent_id === providerAgentId,
  )?.agent_id;

/**
 * Whether a provider's agent has an agent here already, or the integration says which one it has. The index
 * may still contain one that was removed.
 */
export const hasAgent = async (integration: IntegrationRecord, providerAgentId: string): Promise<boolean> => {
  const [mapped, claiming] = await Promise.all([
    mappingOf(integration, providerAgentId),
    claimedBy(integration, providerAgentId),
  ]);
  if (mapped !== undefined) return true;
  const { client_id } = integration;
  const found = await Promise.all(claiming.map((id) => findAgent({ client_id }, id)));
  return found.some((agent) => agent !== undefined);
};

/**
 * The agent to which a provider's agent is mapped: by the integration, or by the `provider` of an agent, if a
 * key that reaches the integration's organization set it. The id is the only part of an event that decides
 * this.
 */
export const mappedAgent = async (
  integration: IntegrationRecord,
  providerAgentId: string,
): Promise<MappedAgent> => {
  const mapped = await mappingOf(integration, providerAgentId);
  if (mapped !== undefined) return { found: 'one', agent_id: mapped };
  const [first, second] = await claimedBy(integration, providerAgentId);
  if (first === undefined) return { found: 'none' };
  return second === undefined ? { found: 'one', agent_id: first } : { found: 'several' };
};
