import type { Audio, AudioInput } from '#lib/contract/recordings.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { replaceConversation } from '#lib/conversations/conversations.ts';
import { newRecordingKey } from '#lib/domain/recordings/recording.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';

export interface AnnouncedRecording {
  readonly operations: readonly Operation<Stale>[];
  readonly key: string;
}

/**
 * Announces a recording. A repeated announcement has the same object key: if the first upload arrived after
 * all, it counts, and the link refuses the second one.
 */
export const announceRecording = (
  conversation: ConversationRecord,
  input: AudioInput,
): AnnouncedRecording => {
  const audio: Audio = { status: 'pending', ...input };
  const { audio: known, recording_key } = conversation;
  const same = known.content_type === audio.content_type && known.size_bytes === audio.size_bytes;
  const key =
    same && recording_key !== null && known.status === 'pending'
      ? recording_key
      : newRecordingKey(conversation.id);
  const { operations } = replaceConversation(
    conversation,
    { audio, recording_key: key },
    'conversation.updated',
  );
  // The bucket's event may be lost.
  return { operations: [...operations, secondLookWrite(conversation.id, conversation.client_id)], key };
};

/** The operations after an object has been uploaded. */
export const receiveRecording = (
  conversation: ConversationRecord,
  sizeBytes: number,
): readonly Operation<Stale>[] =>
  replaceConversation(
    conversation,
    { audio: { ...conversation.audio, status: 'available', size_bytes: sizeBytes } },
    'recording.available',
  ).operations;
