import { findVersion } from '#lib/agents/agent-versions.ts';
import { findWholeAgent } from '#lib/agents/agents.ts';
import { knowledgeOf } from '#lib/agents/documents.ts';
import { tryAgent } from '#lib/chats/try-agent.ts';
import { test } from '#lib/contract/agents.ts';
import { handle } from '#lib/http/handle.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { refuseStopped } from '#lib/organizations/stopped.ts';
import { countAgentTest } from '#lib/store/limits/request-rates.ts';

export const handler = handle(test, async ({ params, body, caller, fail }) => {
  const found = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const { agent } = found;
  const lineage = await findLineage(caller, agent.client_id);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  const tried = body.version === undefined ? agent : await findVersion(agent, body.version);
  if (!tried) return fail('agent_version_not_found');
  await refuseStopped(lineage.client.path, 'chats_stopped');
  await countAgentTest(lineage);
  return tryAgent(tried, lineage, knowledgeOf(found), body);
});
