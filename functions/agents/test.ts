import { tryAgent } from '#lib/chats/try-agent.ts';
import { test } from '#lib/contract/agents.ts';
import { findVersion } from '#lib/data/agents/agent-versions.ts';
import { findWholeAgent } from '#lib/data/agents/agents.ts';
import { knowledgeOf } from '#lib/data/agents/documents.ts';
import { refuseStopped } from '#lib/data/billing/stopped.ts';
import { countAgentTest } from '#lib/data/limits/request-rates.ts';
import { findLineage, isSuspended } from '#lib/data/organizations/clients.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(test, async ({ params, body, caller, fail }) => {
  const found = await findWholeAgent(caller, params.agent_id);
  if (!found) return fail('agent_not_found');
  const { agent } = found;
  const lineage = await findLineage(caller, agent.client_id);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  const tried = body.version === undefined ? agent : await findVersion(agent, body.version);
  if (!tried) return fail('agent_version_not_found');
  await refuseStopped(lineage.client.path, 'chats_stopped');
  await countAgentTest(lineage);
  return tryAgent(tried, lineage, knowledgeOf(found), body);
});
