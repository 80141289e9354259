import { findAgentAndLineage } from '#lib/agents/agents.ts';
import { providerAgentOf } from '#lib/calls/provider-agent.ts';
import { startCall } from '#lib/calls/start-call.ts';
import { create } from '#lib/contract/calls.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import { refuseNumber } from '#lib/domain/organizations/call-prefixes.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { requireUsable } from '#lib/integrations/integration-record.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { isSuspended } from '#lib/organizations/clients.ts';
import { findStopped } from '#lib/organizations/stopped.ts';
import { placePhoneCall } from '#lib/phone/place-phone-call.ts';

export const handler = handleWrite(create, async ({ params, body, caller, origin, fail }) => {
  const [agent, lineage] = await findAgentAndLineage(caller, params.agent_id);
  if (!agent) return fail('agent_not_found');
  const integration = await integrations.find(caller, body.integration_id);
  if (!integration || !agent.path.includes(integration.client_id)) return fail('integration_not_found');
  requireUsable(integration);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  refuseNumber(lineage, body.to);
  const stopped = await findStopped(lineage.client.path);
  if (stopped) return fail('usage_limit_reached', { detail: `${stopped} has used up its minutes` });
  const providerAgent = await providerAgentOf(agent, integration);
  return isCarrier(integration.provider)
    ? placePhoneCall(agent, lineage, integration, providerAgent, body, origin)
    : startCall(agent, lineage, integration, providerAgent, body);
});
