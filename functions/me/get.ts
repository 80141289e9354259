import { get } from '#lib/contract/me.ts';
import { findApiKey, represent as representKey } from '#lib/data/keys/api-keys.ts';
import { findLineage, represent as representClient } from '#lib/data/organizations/clients.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ caller, fail }) => {
  const [found, lineage] = await Promise.all([
    findApiKey(caller, caller.key_id),
    caller.client_id === null ? null : findLineage(caller, caller.client_id),
  ]);
  if (!found) return fail('unauthenticated');
  return {
    key: representKey(found.key, found.last_used_at),
    client: lineage ? representClient(lineage) : null,
    scopes: [...caller.scopes],
  };
});
