import { get } from '#lib/contract/imports.ts';
import { handle } from '#lib/http/handle.ts';
import { readImport } from '#lib/imports/imports.ts';
import { integrations } from '#lib/integrations/integrations.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  return (await readImport(integration.id, params.import_id)) ?? fail('import_not_found');
});
