import { findVersion } from '#lib/agents/agent-versions.ts';
import { findWholeAgent } from '#lib/agents/agents.ts';
import { create } from '#lib/contract/test-runs.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { startRun } from '#lib/test-suites/start-run.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  requireScopes(caller, ['agents:read']);
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const lineage = await findLineage(caller, whole.agent.client_id);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  const version = body.version ?? whole.agent.version;
  if (!(await findVersion(whole.agent, version))) return fail('agent_version_not_found');
  return startRun(caller, whole, version, body);
});
