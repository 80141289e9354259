import { list } from '#lib/contract/imports.ts';
import { listImports } from '#lib/data/imports/imports.ts';
import { findIntegration } from '#lib/data/integrations/integrations.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const integration = await findIntegration(caller, params.integration_id);
  return integration ? listImports(integration.id, { ...page, ...query }) : fail('integration_not_found');
});
