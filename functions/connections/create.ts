import { create } from '#lib/contract/connections.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { awaitsOwner, checkRules, enforcingWithin, joiningWithin } from '#lib/domain/people/joining.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { insertConnection, newConnectionId } from '#lib/people/connections.ts';
import { enforcingKeepsOwner } from '#lib/people/enforcing.ts';
import { sealClientSecret } from '#lib/people/seal.ts';
import { requireSecretsKey } from '#lib/store/secrets/require-secrets-key.ts';

export const handler = handleAuthority(create, async ({ body, caller, site, fail }) => {
  checkUrl(body.issuer, '/issuer');
  checkRules(body);
  scopesWithin(caller, scopesOfRole(body.max_role));
  joiningWithin(caller, body);
  if (body.enforced) enforcingWithin(caller);
  const clientId = body.client_id ?? caller.client_id;
  const lineage = clientId === null ? null : await findLineage(caller, clientId);
  if (lineage === undefined) return fail('client_not_found');
  if (lineage && isSuspended(lineage)) return fail('client_suspended');
  if (body.recheck_minutes !== null) requireSecretsKey();
  const id = newConnectionId();
  const secret = await sealClientSecret(id, body.client_secret);
  const write = insertConnection(id, lineage?.client ?? null, body, secret, site, awaitsOwner(caller, body));
  const conditions = await enforcingKeepsOwner(caller, write.reply);
  return { ...write, operations: [...conditions, ...write.operations] };
});
