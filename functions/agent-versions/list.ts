import { listVersions } from '#lib/agents/agent-versions.ts';
import { findAgent } from '#lib/agents/agents.ts';
import { list } from '#lib/contract/agent-versions.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  return agent ? listVersions(agent, { ...page, ...query }) : fail('agent_not_found');
});
