import { handleTask } from '#lib/events/handle-task.ts';
import { noteHealth } from '#lib/integrations/health.ts';
import { requireHost } from '#lib/integrations/integration-record.ts';
import type { RecordingTask } from '#lib/integrations/recording-task.ts';
import { pauseAfter, readEventBytes, readProviderAccount } from '#lib/integrations/recording-task.ts';
import { fetchCallRecording, removeLater } from '#lib/phone/fetch-call-recording.ts';
import { keyRefusalOf, ProviderError } from '#lib/providers/errors.ts';
import { isFetchFailure, isHopeless, openRecording, recordingWithin } from '#lib/providers/recording.ts';
import { failFetched, findAwaiting, finishFetched } from '#lib/recordings/fetched-recordings.ts';
import { NoRecording, storeRecording } from '#lib/recordings/store-recording.ts';

/** Leaves the function time to store the last part and to note what came of it. */
const storingMs = 30_000;

const open = async (task: RecordingTask, timeoutMs: number) => {
  const { integration_id, event_id, provider_conversation_id, source, attempts } = task;
  const account = await readProviderAccount(integration_id);
  if (!account) throw new ProviderError('not_found', 'The integration is not connected any more');
  const [integration, { apiKey }] = [requireHost(account.integration), account];
  const { provider } = integration;
  if (event_id !== null) return recordingWithin(provider, await readEventBytes(integration_id, event_id));
  const wanted = { provider, conversation_id: provider_conversation_id, source, apiKey, attempts };
  const opened = openRecording(wanted, timeoutMs);
  const { pieces, withKey } = await opened.catch(async (error: unknown) => {
    const refusal = keyRefusalOf(error);
    if (refusal !== undefined) await noteHealth(integration, refusal);
    throw error;
  });
  if (withKey) await noteHealth(integration, null);
  return pieces;
};

/** Fetches a recording from its provider into the bucket. */
export const handler = handleTask('recordings', async ({ id, state = '{}' }, _timeLeft, millisecondsLeft) => {
  const task = JSON.parse(state) as RecordingTask;
  const awaiting = await findAwaiting(id);
  try {
    const timeoutMs = Math.max(millisecondsLeft() - storingMs, 0);
    if (task.carrier) return await fetchCallRecording(task, awaiting, timeoutMs);
    if (!awaiting) return 'done';
    const stored = await storeRecording(awaiting.key, await open(task, timeoutMs));
    await finishFetched(id, stored.content_type, stored.size_bytes);
    return 'done';
  } catch (error) {
    if (!isFetchFailure(error) && !(error instanceof NoRecording)) throw error;
    const attempts = task.attempts + 1;
    const pause = isHopeless(error) || error instanceof NoRecording ? undefined : pauseAfter(attempts);
    const wait = Math.max(pause ?? 0, (error instanceof ProviderError && error.retryAfterMs) || 0);
    const record = { conversation: id, attempts, error: String(error) };
    if (pause !== undefined) {
      console.warn({ message: 'A recording could not be fetched yet', ...record });
      return { again: new Date(Date.now() + wait), state: { ...task, attempts } };
    }
    console.warn({ message: 'A recording could not be fetched', ...record });
    await failFetched(id, error.message);
    return task.carrier ? removeLater(task, awaiting !== undefined) : 'done';
  }
});
