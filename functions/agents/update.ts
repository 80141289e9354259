import { changeAgent, findWholeAgent, replaceableFields } from '#lib/agents/agents.ts';
import { AgentReplacement, update } from '#lib/contract/agents.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { parseBody } from '#lib/http/validate.ts';
import { isMappedFromAbove } from '#lib/integrations/mapped-from-above.ts';
import { withTools } from '#lib/tools/agent-tools.ts';

export const handler = handleWrite(update, async ({ params, body, caller, fail }) => {
  const found = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const after = parseBody(AgentReplacement, mergePatch(replaceableFields(found), body));
  const write = await changeAgent(caller, found, after, isMappedFromAbove);
  return withTools(caller, found.agent.path, write);
});
