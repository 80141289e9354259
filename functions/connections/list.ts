import { list } from '#lib/contract/connections.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { connections } from '#lib/people/connections.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listEntities(connections, owner, { ...page, order: query.order }) : fail('client_not_found');
});
