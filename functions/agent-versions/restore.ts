import { findVersion } from '#lib/agents/agent-versions.ts';
import { findWholeAgent, restoreAgent } from '#lib/agents/agents.ts';
import { restore } from '#lib/contract/agent-versions.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { isMappedFromAbove } from '#lib/integrations/mapped-from-above.ts';
import { withTools } from '#lib/tools/agent-tools.ts';

export const handler = handleWrite(restore, async ({ params, caller, fail }) => {
  const found = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const version = (await findVersion(found.agent, params.agent_version)) ?? fail('agent_version_not_found');
  const write = await restoreAgent(caller, found, version, isMappedFromAbove);
  return withTools(caller, found.agent.path, write);
});
