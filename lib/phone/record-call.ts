import { sessionItem } from '#lib/chats/sessions.ts';
import { replaceConversation } from '#lib/conversations/conversations.ts';
import { hourMs } from '#lib/domain/durations.ts';
import { newRecordingKey } from '#lib/domain/recordings/recording.ts';
import { carrierTask } from '#lib/integrations/recording-task.ts';
import { ProviderError } from '#lib/providers/errors.ts';
import { failFetched } from '#lib/recordings/fetched-recordings.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import type { ReceivedFrame } from '#lib/voice/frames.ts';
import { readLivePhoneCall } from './hold-call.ts';
import { recorderOf } from './recorder-of.ts';

/** A recording that its carrier is to begin. */
interface BegunRecording {
  readonly integration_id: string;
  readonly call_id: string;
  readonly callback: string;
}

/**
 * Notes that a recording begins, once, if the announcement was heard by then: the relay reports that it has
 * spoken, or a voice must have. A task looks after the recording, whatever else is lost.
 */
const noteBegun = (
  conversationId: string,
  { at, frame }: ReceivedFrame,
): Promise<BegunRecording | undefined> =>
  retryStale(async () => {
    const call = await readLivePhoneCall(conversationId);
    const due = call?.session.recording;
    if (!call || !due || due.after === null) return undefined;
    const hasSpoken = frame.type === 'playing' && !frame.on;
    if (!hasSpoken && at < due.after) return undefined;
    const { conversation, session } = call;
    const { recording: _begun, generation, ...kept } = session;
    const item = sessionItem(conversation.id, { ...kept, generation: generation + 1 });
    const noted = { ...putUnchanged(item, { generation }), otherwise: () => new Stale() };
    const { id, audio, integration_id, provider } = conversation;
    const call_id = provider?.conversation_id ?? null;
    // Somebody else has announced a recording of the call.
    if (integration_id === null || call_id === null || audio.status !== 'none') {
      await commit([noted]);
      return undefined;
    }
    const change = { audio: { ...audio, status: 'pending' }, recording_key: newRecordingKey(id) } as const;
    await commit([
      noted,
      ...replaceConversation(conversation, change, 'conversation.updated').operations,
      taskWrite(carrierTask(id, { integration_id, call_id }, new Date(Date.now() + hourMs))),
    ]);
    return { integration_id, call_id, callback: due.callback };
  });

/** Begins the recording of a call in which it was announced. The call goes on whether it begins or not. */
export const beginRecording = async (conversationId: string, received: ReceivedFrame): Promise<void> => {
  try {
    const begun = await noteBegun(conversationId, received);
    if (!begun) return;
    const recorder = await recorderOf(begun.integration_id);
    await recorder.begin(begun.call_id, begun.callback);
  } catch (error) {
    console.warn({
      message: 'A recording was not begun, or it is not known',
      conversation: conversationId,
      error: error instanceof ProviderError ? error.failure : String(error),
    });
    const isRefused = error instanceof ProviderError && error.failure !== 'unclear';
    if (isRefused) await failFetched(conversationId, error.message);
  }
};
