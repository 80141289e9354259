import { findWholeAgent, isFoundFromAbove, removeAgent } from '#lib/agents/agents.ts';
import { remove } from '#lib/contract/agents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { isMappedFromAbove } from '#lib/integrations/mapped-from-above.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const found = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const { agent } = found;
  if (isFoundFromAbove(caller, agent) || (await isMappedFromAbove(caller, agent))) {
    return fail('ancestor_key_required', {
      detail: 'An integration of an organization above maps its calls to this agent',
    });
  }
  return removeAgent(found);
});
