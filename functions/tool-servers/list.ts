import { list } from '#lib/contract/tool-servers.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listEntities } from '#lib/store/entity.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listEntities(toolServers, owner, { ...page, order: query.order }) : fail('client_not_found');
});
