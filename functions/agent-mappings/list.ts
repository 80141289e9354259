import { list } from '#lib/contract/agent-mappings.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findWholeIntegration } from '#lib/integrations/integrations.ts';
import { pageOfMappings } from '#lib/integrations/mappings.ts';

export const handler = handleList(list, async ({ params, page, caller, fail }) => {
  const found = await findWholeIntegration(caller, params.integration_id);
  return found ? pageOfMappings(found, page) : fail('integration_not_found');
});
