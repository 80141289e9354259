import { cancel } from '#lib/contract/imports.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { cancelImport } from '#lib/imports/imports.ts';
import { integrations } from '#lib/integrations/integrations.ts';

export const handler = handleAuthority(cancel, async ({ params, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  const canceled = await cancelImport(integration.id, params.import_id);
  if (!canceled) return fail('import_not_found');
  return { ...canceled, about: { id: params.import_id, path: integration.path } };
});
