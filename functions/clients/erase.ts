import { erase, scopesOfErasure } from '#lib/contract/clients.ts';
import { isAbove } from '#lib/domain/organizations/set-from-above.ts';
import { countContents, eraseOrganization, representErasure } from '#lib/erasures/organization-erasure.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage } from '#lib/organizations/clients.ts';

export const handler = handleAuthority(erase, async ({ params, query, caller, fail }) => {
  const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  if (!isAbove(caller, lineage.client)) return fail('ancestor_key_required');
  const isDryRun = query.dry_run === 'true';
  if (!isDryRun) requireScopes(caller, Object.values(scopesOfErasure));
  const contents = await countContents(lineage.client);
  return isDryRun
    ? { operations: [], reply: representErasure(lineage.client, contents) }
    : eraseOrganization(lineage, contents);
});
