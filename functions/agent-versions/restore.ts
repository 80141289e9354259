import { restore } from '#lib/contract/agent-versions.ts';
import { findVersion } from '#lib/data/agent-versions.ts';
import { findAgent, replaceAgent } from '#lib/data/agents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(restore, async ({ params, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  if (!agent) return fail('agent_not_found');
  const version = await findVersion(agent, params.agent_version);
  return version ? replaceAgent(agent, version) : fail('agent_version_not_found');
});
