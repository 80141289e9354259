import { findVersion } from '#lib/agents/agent-versions.ts';
import { findWholeAgent } from '#lib/agents/agents.ts';
import { setLive } from '#lib/contract/gates.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { requireNoGates, requirePassed, setLiveVersion } from '#lib/test-suites/gates.ts';

export const handler = handleWrite(setLive, async ({ params, body, caller, fail }) => {
  const { version, override } = body;
  if (override) requireScopes(caller, ['gates:write']);
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  if (version === null) {
    await requireNoGates(whole);
    return setLiveVersion(caller, whole, null, []);
  }
  const wanted = (await findVersion(whole.agent, version)) ?? fail('agent_version_not_found');
  return setLiveVersion(caller, whole, wanted, await requirePassed(caller, whole, version, override));
});
