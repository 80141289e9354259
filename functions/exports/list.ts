import { list } from '#lib/contract/exports.ts';
import { listExports } from '#lib/data/exports/exports.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listExports(owner, { ...page, order: query.order }) : fail('client_not_found');
});
