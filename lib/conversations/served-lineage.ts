import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { findAgent, findAgentAndLineage } from '#lib/agents/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { refuseStopped } from '#lib/organizations/stopped.ts';

/**
 * An agent with the organization that a conversation with it belongs to. Refuses those that cannot have one.
 */
export const findServedLineage = async (
  caller: Caller,
  agentId: string,
  clientId: string | undefined,
  stops: 'stopped' | 'chats_stopped' = 'stopped',
): Promise<{ readonly agent: AgentRecord; readonly lineage: Lineage }> => {
  const [agent, lineage] = clientId
    ? await Promise.all([findAgent(caller, agentId), findLineage(caller, clientId)])
    : await findAgentAndLineage(caller, agentId);
  if (!agent) throw new ApiError('agent_not_found');
  if (!lineage) throw new ApiError('client_not_found');
  if (!lineage.client.path.includes(agent.client_id)) throw new ApiError('agent_not_serving_client');
  if (isSuspended(lineage)) throw new ApiError('client_suspended');
  await refuseStopped(lineage.client.path, stops);
  return { agent, lineage };
};
