import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { isFoundBy } from '#lib/agents/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { mappingFromItem } from '#lib/integrations/integration-record.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';

/**
 * The provider's agent that corresponds to ours: the deployed one, the mapped one, or the one that its
 * `provider` names if a key that reaches the integration set it. With the name of any other agent, an
 * organization could place calls as somebody else. Throws `agent_not_deployed` if there is none.
 */
export const providerAgentOf = async (
  agent: AgentRecord,
  integration: IntegrationRecord,
): Promise<string> => {
  const { id, provider } = agent;
  const [deployed, mapping] = await batchGet([
    keyOf('deployment', id, integration.id),
    keyOf('agent_mapping', integration.id),
  ]);
  const mapped = mappingFromItem(mapping).find(({ agent_id }) => agent_id === id);
  const named = provider?.name === integration.provider && isFoundBy(agent, integration.client_id);
  const found =
    (deployed?.provider_agent_id as string | undefined) ??
    mapped?.provider_agent_id ??
    (named ? provider.agent_id : undefined);
  if (found) return found;
  throw new ApiError('agent_not_deployed', { extensions: { integration_id: integration.id } });
};
