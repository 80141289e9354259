import { replace } from '#lib/contract/opening-hours.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage } from '#lib/organizations/clients.ts';
import { replaceOpeningHours } from '#lib/organizations/opening-hours.ts';

export const handler = handleWrite(replace, async ({ params, body, caller, fail }) => {
  const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
  return lineage.client.erasing_since ? fail('client_erasing') : replaceOpeningHours(lineage, body);
});
