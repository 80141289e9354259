import { list } from '#lib/contract/voices.ts';
import { handle } from '#lib/http/handle.ts';
import { isHost, requireUsable } from '#lib/integrations/integration-record.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { voicesOf } from '#lib/providers/voice.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';

export const handler = handle(list, async ({ params, query, caller, fail }) => {
  const integration =
    (await integrations.find(caller, params.integration_id)) ?? fail('integration_not_found');
  if (!isHost(integration)) return fail('voices_not_listed');
  const { id, provider } = integration;
  const key = await openSecret(requireUsable(integration), secretContext(id, 'api_key'));
  const data = await forCaller(voicesOf(provider, key, query));
  return data ? { data } : fail('voices_not_listed');
});
