import { replace } from '#lib/contract/agents.ts';
import { findAgent, replaceAgent } from '#lib/data/agents.ts';
import { refuseChange } from '#lib/domain/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  if (!agent) return fail('agent_not_found');
  refuseChange(agent, body, ['client_id']);
  return replaceAgent(agent, body);
});
