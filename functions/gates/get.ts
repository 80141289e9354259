import { findWholeAgent } from '#lib/agents/agents.ts';
import { get } from '#lib/contract/gates.ts';
import { handle } from '#lib/http/handle.ts';
import { gatesOf } from '#lib/test-suites/gates.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const whole = await findWholeAgent(caller, params.agent_id);
  return whole ? gatesOf(whole) : fail('agent_not_found');
});
