import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { isFoundBy } from '#lib/agents/agents.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { mappingFromItem } from '#lib/integrations/integration-record.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';

/**
 * The provider's agent that corresponds to ours: the deployed one, the mapped one, or the one that its
 * `provider` names if a key that reaches the integration set it. With the name of any other agent, an
 * organization could place calls as somebody else.
 */
export const providerAgentOf = async (
  agent: AgentRecord,
  integration: IntegrationRecord,
): Promise<string | undefined> => {
  const { id, provider } = agent;
  const [deployed, mapping] = await batchGet([
    keyOf('deployment', id, integration.id),
    keyOf('agent_mapping', integration.id),
  ]);
  const made = deployed?.provider_agent_id;
  if (typeof made === 'string') return made;
  const mapped = mappingFromItem(mapping).find(({ agent_id }) => agent_id === id)?.provider_agent_id;
  const isNamed = provider?.name === integration.provider && isFoundBy(agent, integration.client_id);
  return mapped ?? (isNamed ? provider.agent_id : undefined);
};
