import { list } from '#lib/contract/integration-events.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { listEvents } from '#lib/integrations/provider-events.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const integration = await integrations.find(caller, params.integration_id);
  return integration
    ? listEvents(integration.id, query, { ...page, ...query })
    : fail('integration_not_found');
});
