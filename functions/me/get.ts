import { get } from '#lib/contract/me.ts';
import { findApiKey, represent } from '#lib/data/keys/api-keys.ts';
import { findClient } from '#lib/data/organizations/clients.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ caller, fail }) => {
  const [found, client = null] = await Promise.all([
    findApiKey(caller, caller.key_id),
    caller.client_id === null ? null : findClient(caller, caller.client_id),
  ]);
  if (!found) return fail('unauthenticated');
  return { key: represent(found.key, found.last_used_at), client, scopes: [...caller.scopes] };
});
