import { replace } from '#lib/contract/integrations.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { changeIntegration } from '#lib/integrations/change.ts';
import { findWholeIntegration } from '#lib/integrations/integrations.ts';
import { tryKey } from '#lib/providers/try-key.ts';

export const handler = handleAuthority(replace, async ({ params, body, caller, origin, fail }) => {
  const found = (await findWholeIntegration(caller, params.integration_id)) ?? fail('integration_not_found');
  refuseChange(found.integration, body, ['client_id', 'provider', 'account_id']);
  return changeIntegration(found, body, tryKey, origin);
});
