import { list } from '#lib/contract/voices.ts';
import { handle } from '#lib/http/handle.ts';
import { isHost } from '#lib/integrations/integration-record.ts';
import { findIntegration } from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { voicesOf } from '#lib/providers/voice.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';

export const handler = handle(list, async ({ params, query, caller, fail }) => {
  const integration = await findIntegration(caller, params.integration_id);
  if (!integration) return fail('integration_not_found');
  if (!isHost(integration)) return fail('voices_not_listed');
  const { id, provider, status, api_key } = integration;
  if (status === 'disabled') return fail('integration_disabled');
  if (api_key === null) return fail('integration_without_key');
  const key = await openSecret(api_key, secretContext(id, 'api_key'));
  const data = await forCaller(voicesOf(provider, key, query));
  return data ? { data } : fail('voices_not_listed');
});
