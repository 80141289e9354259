import { create } from '#lib/contract/api-keys.ts';
import { lifeWithin, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { insertApiKey, membersBehind } from '#lib/keys/api-keys.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';

export const handler = handleAuthority(create, async ({ body, caller, fail }) => {
  scopesWithin(caller, body.scopes);
  const expires_at = lifeWithin(caller, body.expires_at);
  const clientId = body.client_id ?? caller.client_id;
  const madeBy = await membersBehind(caller);
  if (clientId === null) return insertApiKey(null, { ...body, expires_at }, madeBy);

  const lineage = await findLineage(caller, clientId);
  if (!lineage) return fail('client_not_found');
  if (isSuspended(lineage)) return fail('client_suspended');
  return insertApiKey(lineage, { ...body, expires_at }, madeBy);
});
