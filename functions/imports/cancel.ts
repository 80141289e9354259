import { cancel } from '#lib/contract/imports.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { cancelImport, readImport } from '#lib/imports/imports.ts';
import { integrations } from '#lib/integrations/integrations.ts';

export const handler = handleAuthority(cancel, async ({ params, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  const found = (await readImport(integration.id, params.import_id)) ?? fail('import_not_found');
  return { ...cancelImport(found), about: { id: found.id, path: integration.path } };
});
