import { revoke } from '#lib/contract/api-keys.ts';
import { findApiKey, revokeApiKey } from '#lib/data/api-keys.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(revoke, async ({ params, caller, fail }) => {
  const found = await findApiKey(caller, params.api_key_id);
  return found ? revokeApiKey(found) : fail('api_key_not_found');
});
