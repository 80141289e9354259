import { create } from '#lib/contract/api-keys.ts';
import { lifeWithin, scopesWithin } from '#lib/domain/keys/api-key.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { insertApiKey, membersBehind } from '#lib/keys/api-keys.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';

export const handler = handleAuthority(create, async ({ body, caller }) => {
  scopesWithin(caller, body.scopes);
  const expires_at = lifeWithin(caller, body.expires_at);
  const owner = await newOwner(caller, body.client_id);
  return insertApiKey(owner, { ...body, expires_at }, await membersBehind(caller));
});
