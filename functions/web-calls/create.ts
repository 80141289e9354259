import { findAgentAndLineage } from '#lib/agents/agents.ts';
import { recordRead } from '#lib/audit/record-read.ts';
import { providerAgentOf } from '#lib/calls/provider-agent.ts';
import { startWebCall } from '#lib/calls/start-web-call.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { create } from '#lib/contract/web-calls.ts';
import { accountFor } from '#lib/deployments/account.ts';
import { handle } from '#lib/http/handle.ts';
import { isSuspended } from '#lib/organizations/clients.ts';
import { findStopped } from '#lib/organizations/stopped.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { webCallers } from '#lib/providers/index.ts';
import { countPlacedCall } from '#lib/store/limits/request-rates.ts';
import { commit } from '#lib/store/operations/commit.ts';

export const handler = handle(create, async ({ params, body, caller, fail }) => {
  const [agent, lineage] = await findAgentAndLineage(caller, params.agent_id);
  if (!agent) return fail('agent_not_found');
  const { integration, apiKey } = await accountFor(caller, agent, body.integration_id);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  const stopped = await findStopped(lineage.client.path);
  if (stopped) return fail('usage_limit_reached', { detail: `${stopped} has used up its minutes` });
  const agent_id = await providerAgentOf(agent, integration);
  const counted = countPlacedCall(lineage);
  await commit(counted.operations);
  await counted.afterwards();
  await recordRead(create, caller, agent);
  const { provider } = integration;
  const asked = Date.now();
  const begin = webCallers[provider](apiKey);
  const begun = forCaller(begin({ agent_id, variables: body.variables }));
  const { validMs, call_id, ...joining } = await begun.catch(async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'provider_refused') await counted.takeBack();
    throw error;
  });
  const started =
    call_id === null ? Promise.resolve(null) : startWebCall(agent, lineage, integration, agent_id, call_id);
  // The page can join the call, and another request would begin another one. Reports create the conversation.
  const conversation_id = await started.catch((error: unknown) => {
    console.error({ message: 'A web call has no conversation yet', call_id, error });
    return null;
  });
  const expires_at = new Date(asked + validMs).toISOString();
  return { provider, call_id, conversation_id, ...joining, expires_at };
});
