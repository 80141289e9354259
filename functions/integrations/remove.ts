import { remove } from '#lib/contract/integrations.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findWholeIntegration, removeIntegration } from '#lib/integrations/integrations.ts';

export const handler = handleAuthority(remove, async ({ params, caller, origin, fail }) => {
  const found = await findWholeIntegration(caller, params.integration_id);
  return found ? removeIntegration(found, origin) : fail('integration_not_found');
});
