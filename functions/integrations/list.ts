import { list } from '#lib/contract/integrations.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { withParkedEvents } from '#lib/integrations/provider-events.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = (await findOwner(caller, query.client_id)) ?? fail('client_not_found');
  const found = await listEntities(integrations, owner, { ...page, ...query });
  return query.expand ? { ...found, data: await withParkedEvents(found.data) } : found;
});
