import { beginDialing, failCall, noteCall } from '#lib/calls/progress.ts';
import type { CallTask } from '#lib/calls/start-call.ts';
import { handleTask } from '#lib/events/handle-task.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { dial } from '#lib/providers/dial.ts';
import { keyRefusalOf, ProviderError } from '#lib/providers/errors.ts';

/**
 * Asks a provider to place a call, at most once. If the answer is lost, the call's webhooks report the
 * outcome.
 */
export const handler = handleTask('calls', async ({ id, state = '{}' }) => {
  const { integration_id, provider_agent_id, urls = null, ...call } = JSON.parse(state) as CallTask;
  if (!(await beginDialing(id))) return 'done';
  try {
    const account = await readProviderAccount(integration_id);
    if (!account?.apiKey) throw new ProviderError('refused', 'The integration is not connected any more');
    const { integration, apiKey } = account;
    const wanted = { ...call, urls, agent_id: provider_agent_id, conversation_id: id };
    const credential = credentialOf(integration.account_id ?? null, apiKey);
    const dialing = dial(integration.provider, credential, wanted);
    const made = await notingHealth(integration, keyRefusalOf, dialing);
    if (made !== null) await noteCall(id, integration_id, made);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn({
      message: 'A call was not made, or it is not known',
      conversation: id,
      failure: error.failure,
    });
    // If the outcome is unclear, the phone may be ringing.
    if (error.failure !== 'unclear') await failCall(id, error.message);
  }
  return 'done';
});
