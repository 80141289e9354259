import { invalid } from '#lib/contract/errors.ts';
import { create } from '#lib/contract/integrations.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { checkAccount, checkMappings, verificationOf } from '#lib/integrations/checks.ts';
import { insertIntegration, newIntegrationId } from '#lib/integrations/integrations.ts';
import { sealSecrets } from '#lib/integrations/seal.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { tryKey } from '#lib/providers/try-key.ts';

export const handler = handleAuthority(create, async ({ body, caller, origin, fail }) => {
  const clientId = body.client_id ?? caller.client_id;
  if (!clientId) {
    const detail = 'is missing: the platform has no integrations';
    throw invalid({ pointer: '/client_id', code: 'required', detail });
  }
  const lineage = await findLineage(caller, clientId);
  if (!lineage) return fail('client_not_found');
  if (isSuspended(lineage)) return fail('client_suspended');
  checkAccount(body);
  const input = { ...body, verification: verificationOf(body) };
  await checkMappings(clientId, body.agents);
  const failing = await tryKey(body, body.api_key);
  const id = newIntegrationId();
  return insertIntegration(id, lineage.client, input, await sealSecrets(id, body), failing, origin);
});
