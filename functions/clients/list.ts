import { list } from '#lib/contract/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findListOwner, listClients } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { order, ...filters } = query;
  const owner = await findListOwner(caller, filters.parent_id);
  return owner ? listClients(owner.path, filters, { ...page, order }) : fail('client_not_found');
});
