import { list } from '#lib/contract/imports.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { listImports } from '#lib/imports/imports.ts';
import { integrations } from '#lib/integrations/integrations.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const integration = await integrations.find(caller, params.integration_id);
  return integration ? listImports(integration.id, { ...page, ...query }) : fail('integration_not_found');
});
