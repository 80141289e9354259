import { findWholeAgent } from '#lib/agents/agents.ts';
import { remove } from '#lib/contract/gates.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { removeGate } from '#lib/test-suites/gates.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  return (await removeGate(caller, whole)) ?? fail('gate_not_found');
});
