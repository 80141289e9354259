import type { AgentMapping } from '#lib/contract/integrations.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { checkMappings } from './checks.ts';
import type { WholeIntegration } from './integration-record.ts';
import { mapDeployed } from './integrations.ts';

/** A page of the mappings in the order of the provider's ids. All are stored in one item. */
export const pageOfMappings = (
  { agents }: WholeIntegration,
  { limit, position }: Pick<PageRequest, 'limit' | 'position'>,
): Page<AgentMapping> => {
  const after = String(position?.after ?? '');
  const following = agents
    .filter(({ provider_agent_id }) => provider_agent_id > after)
    .sort((one, other) => (one.provider_agent_id < other.provider_agent_id ? -1 : 1));
  const data = following.slice(0, limit);
  const last = data.at(-1);
  return { data, ...(following.length > limit && last && { next: { after: last.provider_agent_id } }) };
};

/** Maps one agent of the provider. Repeating it has no effect. */
export const mapAgent = async (
  found: WholeIntegration,
  mapping: AgentMapping,
): Promise<Write<AgentMapping>> => {
  const { integration, agents } = found;
  await checkMappings(integration.client_id, [mapping], agents, () => '/agent_id');
  return { operations: mapDeployed(found, mapping), reply: mapping };
};
