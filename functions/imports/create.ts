import { create } from '#lib/contract/imports.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { insertImport } from '#lib/imports/imports.ts';
import { requireHost, requireUsable } from '#lib/integrations/integration-record.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';

export const handler = handleAuthority(create, async ({ params, body, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  requireUsable(requireHost(integration));
  const lineage = (await findLineage(caller, integration.client_id)) ?? fail('integration_not_found');
  if (isSuspended(lineage)) return fail('client_suspended');
  const write = insertImport(integration, body);
  return { ...write, about: { id: write.reply.id, path: integration.path } };
});
