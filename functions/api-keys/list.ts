import { list } from '#lib/contract/api-keys.ts';
import { listApiKeys } from '#lib/data/keys/api-keys.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listApiKeys(owner, query, { ...page, order: query.order }) : fail('client_not_found');
});
