import { list } from '#lib/contract/plans.ts';
import { listPlans } from '#lib/data/billing/plans.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listPlans(owner, { ...page, order: query.order }) : fail('client_not_found');
});
