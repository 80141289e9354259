import { findWholeAgent, represent } from '#lib/agents/agents.ts';
import { get } from '#lib/contract/agents.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = await findWholeAgent(caller, params.agent_id);
  return found ? represent(found) : fail('agent_not_found');
});
