import { list } from '#lib/contract/test-suites.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { suites } from '#lib/test-suites/suites.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? suites.list(owner, { ...page, order: query.order }) : fail('client_not_found');
});
