import { replace } from '#lib/contract/clients.ts';
import { findLineage, replaceClient } from '#lib/data/organizations/clients.ts';
import { refuseChange, refuseOwnLimits } from '#lib/domain/organizations/fixed.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const lineage = await findLineage(caller, params.client_id);
  if (!lineage) return fail('client_not_found');
  refuseChange(lineage.client, body, ['type', 'parent_id']);
  refuseOwnLimits(caller, lineage.client, body.settings);
  return replaceClient(lineage, body);
});
