import { remove } from '#lib/contract/agents.ts';
import { findWholeAgent, removeAgent } from '#lib/data/agents/agents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const found = await findWholeAgent(caller, params.agent_id);
  return found ? removeAgent(found) : fail('agent_not_found');
});
