import { list } from '#lib/contract/integrations.ts';
import { listIntegrations } from '#lib/data/integrations/integrations.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listIntegrations(owner, { ...page, ...query }) : fail('client_not_found');
});
