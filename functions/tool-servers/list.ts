import { list } from '#lib/contract/tool-servers.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? toolServers.list(owner, { ...page, order: query.order }) : fail('client_not_found');
});
