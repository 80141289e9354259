import type { ErrorCode } from '#lib/contract/errors.ts';
import type { RecordingLink } from '#lib/contract/recordings.ts';
import { fileNameOf } from '#lib/domain/recordings/recording.ts';
import { signDownload } from '#lib/store/bucket/download-link.ts';
import type { RecordedConversation } from './find-recorded.ts';

/** The reason why there is no link to a recording. */
type MissingRecording = Extract<
  ErrorCode,
  'recording_not_available' | 'recording_pending' | 'recording_deleted'
>;

/** A link to the recording of a conversation, or the reason why there is none. */
export const recordingLink = async (
  { conversation, isPastRetention }: RecordedConversation,
  disposition: 'attachment' | 'inline',
): Promise<RecordingLink | MissingRecording> => {
  const { audio, recording_key } = conversation;
  const { status, content_type, size_bytes, duration_ms, channels } = audio;
  if (status === 'deleted') return 'recording_deleted';
  if (status === 'pending') return 'recording_pending';
  if (recording_key === null || content_type === null || size_bytes === null) {
    return 'recording_not_available';
  }
  if (isPastRetention) return 'recording_deleted';
  const name = fileNameOf(conversation.id, content_type);
  const link = await signDownload(recording_key, content_type, name, disposition);
  return { ...link, content_type, size_bytes, duration_ms, channels };
};
