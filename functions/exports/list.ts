import { list } from '#lib/contract/exports.ts';
import { listExports } from '#lib/exports/exports.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listExports(owner, { ...page, order: query.order }) : fail('client_not_found');
});
