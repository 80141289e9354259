import { replace } from '#lib/contract/integrations.ts';
import { checkMappings, verificationOf } from '#lib/data/integrations/checks.ts';
import { findWholeIntegration, replaceIntegration } from '#lib/data/integrations/integrations.ts';
import { sealSecrets } from '#lib/data/integrations/seal.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { tryKey } from '#lib/providers/try-key.ts';

export const handler = handleAuthority(replace, async ({ params, body, caller, origin, fail }) => {
  const found = await findWholeIntegration(caller, params.integration_id);
  if (!found) return fail('integration_not_found');
  const { integration, agents } = found;
  refuseChange(integration, body, ['client_id', 'provider']);
  const { id, provider, client_id } = integration;
  const input = { ...body, verification: verificationOf({ provider, verification: body.verification }) };
  await checkMappings(client_id, body.agents, agents);
  // An unchanged key has been tried before, and its latest result is stored.
  const failing =
    body.api_key === undefined ? integration.status_detail : await tryKey(provider, body.api_key);
  return replaceIntegration(found, input, await sealSecrets(id, body, integration), failing, origin);
});
