import { list } from '#lib/contract/scenarios.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listEntities } from '#lib/store/entity.ts';
import { scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listEntities(scenarios, owner, { ...page, order: query.order }) : fail('client_not_found');
});
