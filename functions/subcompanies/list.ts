import { list } from '#lib/contract/subcompanies.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findClient, listClients } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const client = (await findClient(caller, params.client_id)) ?? fail('client_not_found');
  // A reseller's children are clients. Subcompanies are below those.
  if (client.type === 'reseller') return { data: [] };
  const { order, external_id } = query;
  return listClients(client.path, { parent_id: client.id, external_id }, { ...page, order });
});
