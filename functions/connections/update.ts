import { ConnectionReplacement, update } from '#lib/contract/connections.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import { scopesWithin } from '#lib/domain/keys/api-key.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import {
  awaitsOwner,
  changesSigningIn,
  checkRules,
  enforcingWithin,
  joiningWithin,
} from '#lib/domain/people/joining.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { parseBody } from '#lib/http/validate.ts';
import { connections, replaceableFields, replaceConnection } from '#lib/people/connections.ts';
import { enforcingKeepsOwner } from '#lib/people/enforcing.ts';
import { sealClientSecret } from '#lib/people/seal.ts';
import { throughWithin } from '#lib/people/through.ts';
import { requireSecretsKey } from '#lib/store/secrets/require-secrets-key.ts';

export const handler = handleAuthority(update, async ({ params, body, caller, site, fail }) => {
  const before = (await connections.find(caller, params.connection_id)) ?? fail('connection_not_found');
  // An absent secret stays, and null removes it, so it is not merged.
  const { client_secret, ...patch } = body;
  const after = parseBody(ConnectionReplacement, mergePatch(replaceableFields(before), patch));
  checkRules({ ...after, issuer: before.issuer });
  scopesWithin(caller, [...scopesOfRole(before.max_role), ...scopesOfRole(after.max_role)]);
  joiningWithin(caller, after, before);
  if (changesSigningIn(after, before, client_secret !== undefined)) {
    if (after.enforced || before.enforced) enforcingWithin(caller);
    await throughWithin(caller, before.id);
  }
  const { recheck_minutes } = after;
  if (recheck_minutes !== null && recheck_minutes !== before.recheck_minutes) requireSecretsKey();
  const secret = await sealClientSecret(before.id, client_secret, before);
  const write = replaceConnection(before, after, secret, site, awaitsOwner(caller, after, before));
  const conditions = await enforcingKeepsOwner(caller, write.reply, before);
  return { ...write, operations: [...conditions, ...write.operations] };
});
