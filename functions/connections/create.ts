import { create } from '#lib/contract/connections.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { awaitsOwner, checkRules, enforcingWithin, joiningWithin } from '#lib/domain/people/joining.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { newOwner } from '#lib/organizations/new-owner.ts';
import { insertConnection, newConnectionId } from '#lib/people/connections.ts';
import { enforcingKeepsOwner } from '#lib/people/enforcing.ts';
import { sealClientSecret } from '#lib/people/seal.ts';
import { requireSecretsKey } from '#lib/store/secrets/require-secrets-key.ts';

export const handler = handleAuthority(create, async ({ body, caller, site }) => {
  checkUrl(body.issuer, '/issuer');
  checkRules(body);
  scopesWithin(caller, scopesOfRole(body.max_role));
  joiningWithin(caller, body);
  if (body.enforced) enforcingWithin(caller);
  const owner = await newOwner(caller, body.client_id);
  if (body.recheck_minutes !== null) requireSecretsKey();
  const id = newConnectionId();
  const secret = await sealClientSecret(id, body.client_secret);
  const write = insertConnection(id, owner?.client ?? null, body, secret, site, awaitsOwner(caller, body));
  const conditions = await enforcingKeepsOwner(caller, write.reply);
  return { ...write, operations: [...conditions, ...write.operations] };
});
