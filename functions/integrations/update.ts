import { IntegrationReplacement, update } from '#lib/contract/integrations.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { parseBody } from '#lib/http/validate.ts';
import { changeIntegration } from '#lib/integrations/change.ts';
import { findWholeIntegration, replaceableFields } from '#lib/integrations/integrations.ts';
import { tryKey } from '#lib/providers/try-key.ts';

export const handler = handleAuthority(update, async ({ params, body, caller, origin, fail }) => {
  const found = (await findWholeIntegration(caller, params.integration_id)) ?? fail('integration_not_found');
  // A replacement keeps absent secrets and removes null ones, so they are not merged.
  const { api_key, webhook_secret, ...patch } = body;
  const merged = parseBody(IntegrationReplacement, mergePatch(replaceableFields(found), patch));
  return changeIntegration(found, { ...merged, api_key, webhook_secret }, tryKey, origin);
});
