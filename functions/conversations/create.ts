import { create } from '#lib/contract/conversations.ts';
import { findAgent, findAgentAndLineage } from '#lib/data/agents/agents.ts';
import { findStopped } from '#lib/data/billing/stopped.ts';
import { insertConversation } from '#lib/data/conversations/conversations.ts';
import { findLineage, isSuspended } from '#lib/data/organizations/clients.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  const [agent, lineage] = body.client_id
    ? await Promise.all([findAgent(caller, body.agent_id), findLineage(caller, body.client_id)])
    : await findAgentAndLineage(caller, body.agent_id);
  if (!agent) return fail('agent_not_found');
  if (!lineage) return fail('client_not_found');
  if (!lineage.client.path.includes(agent.client_id)) return fail('agent_not_serving_client');
  if (isSuspended(lineage)) return fail('client_suspended');
  const stopped = await findStopped(lineage.client.path);
  if (stopped) return fail('usage_limit_reached', { detail: `${stopped} has used up its minutes` });
  return insertConversation(agent, lineage.client, body, caller);
});
