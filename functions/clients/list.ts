import { list } from '#lib/contract/clients.ts';
import { findPath, listClients } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { order, ...filters } = query;
  if (filters.parent_id && !(await findPath(caller, filters.parent_id))) return fail('client_not_found');
  return listClients(caller, filters, { ...page, order });
});
