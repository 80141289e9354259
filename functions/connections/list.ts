import { list } from '#lib/contract/connections.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { listConnections } from '#lib/data/people/connections.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listConnections(owner, { ...page, order: query.order }) : fail('client_not_found');
});
