import { get } from '#lib/contract/clients.ts';
import { handle } from '#lib/http/handle.ts';
import { findLineage, represent } from '#lib/organizations/clients.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const lineage = await findLineage(caller, params.client_id);
  return lineage ? represent(lineage) : fail('client_not_found');
});
