import { list } from '#lib/contract/exports.ts';
import { exportRecords } from '#lib/exports/exports.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner
    ? listEntities(exportRecords, owner, { ...page, order: query.order })
    : fail('client_not_found');
});
