import { fixedFields } from '#lib/billing/fixed-fields.ts';
import { ClientReplacement, replace } from '#lib/contract/clients.ts';
import { pathsSetFromAbove } from '#lib/contract/set-from-above.ts';
import { requireDomainProof } from '#lib/delivery/brand-domain.ts';
import { scopesOfChange } from '#lib/domain/organizations/erasing-settings.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { keepSetFromAbove, refuseSetFromAbove } from '#lib/domain/organizations/set-from-above.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findLineage, isTest, replaceClient } from '#lib/organizations/clients.ts';

const fromAbove = pathsSetFromAbove(ClientReplacement);

export const handler = handleAuthority(replace, async ({ params, body, caller, fail }) => {
  const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  const { client } = lineage;
  if (client.erasing_since) return fail('client_erasing');
  refuseChange({ ...client, test: isTest(client) }, body, ['type', 'parent_id', 'test']);
  const fixed = await fixedFields(caller, client, fromAbove);
  const after = keepSetFromAbove(fixed, client, body);
  refuseSetFromAbove(fixed, client, after);
  requireScopes(caller, scopesOfChange(lineage.members, after.settings));
  await requireDomainProof(client, after.settings);
  return replaceClient(lineage, after);
});
