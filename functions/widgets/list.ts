import { list } from '#lib/contract/widgets.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listEntities } from '#lib/store/entity.ts';
import { widgets } from '#lib/widgets/widgets.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listEntities(widgets, owner, { ...page, order: query.order }) : fail('client_not_found');
});
