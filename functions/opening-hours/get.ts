import { get } from '#lib/contract/opening-hours.ts';
import { handle } from '#lib/http/handle.ts';
import { findLineage } from '#lib/organizations/clients.ts';
import { openingHoursOf } from '#lib/organizations/opening-hours.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const lineage = await findLineage(caller, params.client_id);
  return lineage ? openingHoursOf(lineage) : fail('client_not_found');
});
