import { remove } from '#lib/contract/agents.ts';
import { findAgent, removeAgent } from '#lib/data/agents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  return agent ? removeAgent(agent) : fail('agent_not_found');
});
