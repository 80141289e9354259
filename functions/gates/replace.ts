import { findWholeAgent } from '#lib/agents/agents.ts';
import { replace } from '#lib/contract/gates.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { replaceGate } from '#lib/test-suites/gates.ts';
import { findSuiteFor } from '#lib/test-suites/suites.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const suite = await findSuiteFor(caller, body.suite_id, whole.agent);
  return suite ? replaceGate(caller, whole, body) : fail('test_suite_not_found');
});
