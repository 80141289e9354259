import { isCarrier } from '#lib/contract/integrations.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { hourMs } from '#lib/domain/durations.ts';
import type { CallRecorder } from '#lib/domain/integrations/call-recorder.ts';
import type { RecordingTask } from '#lib/integrations/recording-task.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { credentialOf } from '#lib/providers/credential.ts';
import { ProviderError } from '#lib/providers/errors.ts';
import { callRecorders } from '#lib/providers/index.ts';
import type { AwaitedRecording } from '#lib/recordings/fetched-recordings.ts';
import { finishFetched } from '#lib/recordings/fetched-recordings.ts';
import { storeRecording } from '#lib/recordings/store-recording.ts';

const recorderOf = async (integrationId: string): Promise<CallRecorder> => {
  const account = await readProviderAccount(integrationId);
  const { provider, account_id } = account?.integration ?? {};
  const recorderFor = provider && isCarrier(provider) ? callRecorders[provider] : undefined;
  if (!account?.apiKey || !recorderFor) {
    throw new ProviderError('not_found', 'The integration is not connected any more');
  }
  return recorderFor(credentialOf(account_id ?? null, account.apiKey));
};

/**
 * Copies the recording of a call into the bucket, and then removes it at its carrier. Without a conversation
 * that waits for it, only removes it. If the call goes on, looks again later.
 */
export const fetchCallRecording = async (
  task: RecordingTask,
  awaiting: AwaitedRecording | undefined,
  timeoutMs: number,
): Promise<'done' | { readonly again: Date; readonly state: RecordingTask }> => {
  const { integration_id, provider_conversation_id: call_id } = task;
  const recorder = await recorderOf(integration_id);
  const found = await recorder.find(call_id);
  const goesOn = awaiting !== undefined && !isOver(awaiting.conversation);
  if (goesOn && !found.some(({ state }) => state === 'finished')) {
    return { again: new Date(Date.now() + hourMs), state: task };
  }
  // The agent has left the call, which may go on elsewhere.
  for (const { id, state } of found) if (state === 'recording') await recorder.stop(call_id, id);
  if (awaiting) {
    const finished = found.find(({ state }) => state === 'finished');
    if (!finished) {
      const isComing = found.some(({ state }) => state !== 'absent');
      throw isComing
        ? new ProviderError('unavailable', 'The recording is not finished yet')
        : new ProviderError('not_found', 'The carrier has no recording of the call');
    }
    const stored = await storeRecording(awaiting.key, await recorder.open(finished.id, timeoutMs));
    await finishFetched(awaiting.conversation.id, stored.content_type, stored.size_bytes);
  }
  for (const { id } of found) await recorder.remove(id);
  return 'done';
};
