import { isCarrier } from '#lib/contract/integrations.ts';
import type { CallRecorder } from '#lib/domain/integrations/call-recorder.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { ProviderError } from '#lib/providers/errors.ts';
import { callRecorders } from '#lib/providers/index.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';

/** The recorder of an account's calls. `not_found`: the account will not be connected again. */
export const recorderOf = async (integrationId: string): Promise<CallRecorder> => {
  const integration = await integrations.read(integrationId);
  const { provider, account_id = null, api_key = null, status } = integration ?? {};
  const recorderFor = provider && isCarrier(provider) ? callRecorders[provider] : undefined;
  if (!recorderFor) throw new ProviderError('not_found', 'The integration is not connected any more');
  if (status === 'disabled' || api_key === null) {
    throw new ProviderError('unavailable', 'The integration is disabled, or has no API key');
  }
  const token = await openSecret(api_key, secretContext(integrationId, 'api_key'));
  return recorderFor(credentialOf(account_id, token));
};
