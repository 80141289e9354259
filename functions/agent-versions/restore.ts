import { restore } from '#lib/contract/agent-versions.ts';
import { findVersion } from '#lib/data/agents/agent-versions.ts';
import { findWholeAgent, restoreAgent } from '#lib/data/agents/agents.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(restore, async ({ params, caller, fail }) => {
  const found = await findWholeAgent(caller, params.agent_id);
  if (!found) return fail('agent_not_found');
  const version = await findVersion(found.agent, params.agent_version);
  return version ? restoreAgent(caller, found, version) : fail('agent_version_not_found');
});
