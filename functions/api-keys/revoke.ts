import { revoke } from '#lib/contract/api-keys.ts';
import { isLastFor, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findApiKey, revokeApiKey } from '#lib/keys/api-keys.ts';

export const handler = handleAuthority(revoke, async ({ params, caller, fail }) => {
  const found = (await findApiKey(caller, params.api_key_id)) ?? fail('api_key_not_found');
  scopesWithin(caller, found.key.scopes);
  return isLastFor(caller, found.key) ? fail('platform_key_needed') : revokeApiKey(found, caller);
});
