import { create } from '#lib/contract/integrations.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { checkAccount, checkMappings, refuseMappings, verificationOf } from '#lib/integrations/checks.ts';
import { insertIntegration, newIntegrationId } from '#lib/integrations/integrations.ts';
import { sealSecrets } from '#lib/integrations/seal.ts';
import { newOwnerBelow } from '#lib/organizations/new-owner.ts';
import { tryKey } from '#lib/providers/try-key.ts';

export const handler = handleAuthority(create, async ({ body, caller, origin }) => {
  const { client } = await newOwnerBelow(caller, body.client_id);
  checkAccount(body);
  const input = { ...body, verification: verificationOf(body) };
  refuseMappings(body, body.agents);
  await checkMappings(client.id, body.agents);
  const failing = await tryKey(body, body.api_key);
  const id = newIntegrationId();
  return insertIntegration(id, client, input, await sealSecrets(id, body), failing, origin);
});
