import { list } from '#lib/contract/deployments.ts';
import { findWholeAgent } from '#lib/data/agents/agents.ts';
import { listDeployments } from '#lib/data/deployments/deployments.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const agent = await findWholeAgent(caller, params.agent_id);
  return agent ? listDeployments(agent, { ...page, ...query }) : fail('agent_not_found');
});
