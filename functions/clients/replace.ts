import { ClientReplacement, replace } from '#lib/contract/clients.ts';
import { pathsSetFromAbove } from '#lib/contract/set-from-above.ts';
import { findLineage, replaceClient } from '#lib/data/organizations/clients.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { isAbove, keepSetFromAbove, refuseSetFromAbove } from '#lib/domain/organizations/set-from-above.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';

const fromAbove = pathsSetFromAbove(ClientReplacement);

export const handler = handleAuthority(replace, async ({ params, body, caller, fail }) => {
  const lineage = await findLineage(caller, params.client_id);
  if (!lineage) return fail('client_not_found');
  const { client } = lineage;
  if (client.erasing_since) return fail('client_erasing');
  refuseChange(client, body, ['type', 'parent_id']);
  if (isAbove(caller, client)) return replaceClient(lineage, body);

  const kept = keepSetFromAbove(fromAbove, client, body);
  refuseSetFromAbove(fromAbove, client, kept);
  return replaceClient(lineage, kept);
});
