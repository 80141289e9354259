import { rotate } from '#lib/contract/api-keys.ts';
import { livesAsLong, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findApiKey, membersBehind, rotateApiKey } from '#lib/keys/api-keys.ts';

export const handler = handleAuthority(rotate, async ({ params, body, caller, fail }) => {
  const found = (await findApiKey(caller, params.api_key_id)) ?? fail('api_key_not_found');
  // The caller receives the new secret, and with it all scopes of the key.
  scopesWithin(caller, found.key.scopes);
  if (!livesAsLong(caller, found.key)) return fail('api_key_outlives');
  return rotateApiKey(found, body.overlap_seconds, await membersBehind(caller));
});
