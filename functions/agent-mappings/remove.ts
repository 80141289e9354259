import { remove } from '#lib/contract/agent-mappings.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findWholeIntegration, unmapDeployed } from '#lib/integrations/integrations.ts';

export const handler = handleAuthority(remove, async ({ params, caller, fail }) => {
  const found = (await findWholeIntegration(caller, params.integration_id)) ?? fail('integration_not_found');
  const operations = unmapDeployed(found, params.provider_agent_id);
  if (operations.length === 0) return fail('provider_agent_not_found');
  return { operations, reply: undefined, about: found.integration };
});
