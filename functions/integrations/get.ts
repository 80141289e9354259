import { get } from '#lib/contract/integrations.ts';
import { handle } from '#lib/http/handle.ts';
import { findWholeIntegration, represent } from '#lib/integrations/integrations.ts';

export const handler = handle(get, async ({ params, caller, origin, fail }) => {
  const found = await findWholeIntegration(caller, params.integration_id);
  return found ? represent(found, origin) : fail('integration_not_found');
});
