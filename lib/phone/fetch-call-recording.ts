import { isOver } from '#lib/domain/conversations/conversation.ts';
import { dayMs, hourMs } from '#lib/domain/durations.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import type { RecordingTask } from '#lib/integrations/recording-task.ts';
import { ProviderError } from '#lib/providers/errors.ts';
import type { AwaitedRecording } from '#lib/recordings/fetched-recordings.ts';
import { finishFetched } from '#lib/recordings/fetched-recordings.ts';
import { storeRecording } from '#lib/recordings/store-recording.ts';
import { recorderOf } from './recorder-of.ts';

type Outcome = 'done' | { readonly again: Date; readonly state: RecordingTask };

/**
 * Copies the recording of a call into the bucket, and then removes it at its carrier. Without a conversation
 * that waits for it, only removes it. If the call goes on, looks again later.
 */
export const fetchCallRecording = async (
  task: RecordingTask,
  awaiting: AwaitedRecording | undefined,
  timeoutMs: number,
): Promise<Outcome> => {
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

/** The tries to remove a recording after which it stays, a day apart after the first ones. */
const mostRemovals = 40;

/**
 * Goes on after the copy of a recording was given up, or its removal has failed: it is only removed. Nobody
 * can remove it once the account is disconnected.
 */
export const removeLater = async (task: RecordingTask, wasAwaited: boolean): Promise<Outcome> => {
  const attempts = wasAwaited ? 0 : task.attempts + 1;
  if (attempts >= mostRemovals || !(await integrations.read(task.integration_id))) return 'done';
  return { again: new Date(Date.now() + (wasAwaited ? 0 : dayMs)), state: { ...task, attempts } };
};
