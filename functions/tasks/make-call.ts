import { beginDialing, failCall, noteCall } from '#lib/calls/progress.ts';
import type { CallTask } from '#lib/calls/start-call.ts';
import { handleTask, TaskInterrupted } from '#lib/events/handle-task.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { dial } from '#lib/providers/dial.ts';
import { keyRefusalOf, ProviderError } from '#lib/providers/errors.ts';

/** A call's task. `made`: the provider's id of the call, which could not be recorded when it was placed. */
interface MakeCall extends CallTask {
  readonly made?: string;
}

/** Asks a provider to place the call: its id there, or null if there is none, or it is not known. */
const place = async (id: string, task: CallTask): Promise<string | null> => {
  const { integration_id, provider_agent_id, urls = null, ...call } = task;
  try {
    const account = await readProviderAccount(integration_id);
    if (!account?.apiKey) throw new ProviderError('refused', 'The integration is not connected any more');
    const { integration, apiKey } = account;
    const wanted = { ...call, urls, agent_id: provider_agent_id, conversation_id: id };
    const credential = credentialOf(integration.account_id ?? null, apiKey);
    const dialing = dial(integration.provider, credential, wanted);
    return await notingHealth(integration, keyRefusalOf, dialing);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn({
      message: 'A call was not made, or it is not known',
      conversation: id,
      failure: error.failure,
    });
    // If the outcome is unclear, the phone may be ringing.
    if (error.failure !== 'unclear') await failCall(id, error.message);
    return null;
  }
};

/**
 * Asks a provider to place a call, at most once. If the answer is lost, the call's webhooks report the
 * outcome.
 */
export const handler = handleTask('calls', async ({ id, state = '{}' }) => {
  const { made: known, ...task } = JSON.parse(state) as MakeCall;
  if (known === undefined && !(await beginDialing(id))) return 'done';
  const made = known ?? (await place(id, task));
  if (made === null) return 'done';
  try {
    await noteCall(id, task.integration_id, made);
  } catch (error) {
    throw new TaskInterrupted({ ...task, made } satisfies MakeCall, error);
  }
  return 'done';
});
