import { list } from '#lib/contract/api-keys.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { listApiKeys } from '#lib/keys/api-keys.ts';
import { findOwner } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listApiKeys(owner, query, { ...page, order: query.order }) : fail('client_not_found');
});
