import { list } from '#lib/contract/tool-servers.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { listToolServers } from '#lib/data/tools/tool-servers.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listToolServers(owner, { ...page, order: query.order }) : fail('client_not_found');
});
