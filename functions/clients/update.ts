import { fixedFields } from '#lib/billing/fixed-fields.ts';
import { ClientReplacement, update } from '#lib/contract/clients.ts';
import { pathsSetFromAbove } from '#lib/contract/set-from-above.ts';
import { requireDomainProof } from '#lib/delivery/brand-domain.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { scopesOfChange } from '#lib/domain/organizations/erasing-settings.ts';
import { refuseSetFromAbove } from '#lib/domain/organizations/set-from-above.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { parseBody } from '#lib/http/validate.ts';
import { findLineage, replaceableFields, replaceClient } from '#lib/organizations/clients.ts';

const fromAbove = pathsSetFromAbove(ClientReplacement);

export const handler = handleAuthority(update, async ({ params, body, caller, fail }) => {
  const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  const { client } = lineage;
  if (client.erasing_since) return fail('client_erasing');
  const after = parseBody(ClientReplacement, mergePatch(replaceableFields(client), body));
  refuseSetFromAbove(await fixedFields(caller, client, fromAbove), client, after);
  requireScopes(caller, scopesOfChange(lineage.members, after.settings));
  await requireDomainProof(client, after.settings);
  return replaceClient(lineage, after);
});
