import { replace } from '#lib/contract/agent-mappings.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findWholeIntegration } from '#lib/integrations/integrations.ts';
import { mapAgent } from '#lib/integrations/mappings.ts';

export const handler = handleAuthority(replace, async ({ params, body, caller, fail }) => {
  const found = (await findWholeIntegration(caller, params.integration_id)) ?? fail('integration_not_found');
  return mapAgent(found, { provider_agent_id: params.provider_agent_id, agent_id: body.agent_id });
});
