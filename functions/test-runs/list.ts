import { findAgent } from '#lib/agents/agents.ts';
import { list } from '#lib/contract/test-runs.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listJobs } from '#lib/store/jobs.ts';
import { testRuns } from '#lib/test-suites/runs.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id, agent_id, order } = query;
  const owner = (await findOwner(caller, client_id)) ?? fail('client_not_found');
  if (agent_id === undefined) return listJobs(testRuns, owner, { ...page, order });
  const agent = await findAgent(caller, agent_id);
  const isBelow = agent && (client_id === undefined || agent.path.includes(client_id));
  return isBelow ? listJobs(testRuns, agent.id, { ...page, order }) : { data: [] };
});
