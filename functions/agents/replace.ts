import { changeAgent, findWholeAgent } from '#lib/agents/agents.ts';
import { replace } from '#lib/contract/agents.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { isMappedFromAbove } from '#lib/integrations/mapped-from-above.ts';
import { withTools } from '#lib/tools/agent-tools.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const found = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  refuseChange(found.agent, body, ['client_id']);
  const write = await changeAgent(caller, found, body, isMappedFromAbove);
  return withTools(caller, found.agent.path, write);
});
