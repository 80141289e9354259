import { findVersion } from '#lib/agents/agent-versions.ts';
import { findAgent } from '#lib/agents/agents.ts';
import { get } from '#lib/contract/agent-versions.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const agent = (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  return (await findVersion(agent, params.agent_version)) ?? fail('agent_version_not_found');
});
