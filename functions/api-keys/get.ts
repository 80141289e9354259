import { get } from '#lib/contract/api-keys.ts';
import { handle } from '#lib/http/handle.ts';
import { findApiKey, represent } from '#lib/keys/api-keys.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = await findApiKey(caller, params.api_key_id);
  return found ? represent(found.key, found.last_used_at) : fail('api_key_not_found');
});
