import { get } from '#lib/contract/recordings.ts';
import { signDownload } from '#lib/data/bucket/download-link.ts';
import { findRecorded } from '#lib/data/recordings/find-recorded.ts';
import { fileNameOf } from '#lib/domain/recordings/recording.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, query, caller, fail }) => {
  const found = await findRecorded(caller, params.conversation_id);
  if (!found) return fail('conversation_not_found');

  const { conversation, isPastRetention } = found;
  const { audio, recording_key } = conversation;
  const { status, content_type, size_bytes, duration_ms, channels } = audio;
  if (status === 'deleted') return fail('recording_deleted');
  if (status === 'pending') {
    return fail('recording_pending', {
      detail:
        'The upload has not arrived yet. The recording becomes available about a second after S3 has confirmed the upload',
      headers: { 'retry-after': '1' },
    });
  }
  if (recording_key === null || content_type === null || size_bytes === null) {
    return fail('recording_not_available');
  }
  if (isPastRetention) return fail('recording_deleted');

  const disposition = query.download === 'true' ? 'attachment' : 'inline';
  const link = await signDownload(
    recording_key,
    content_type,
    fileNameOf(conversation.id, content_type),
    disposition,
  );
  return { ...link, content_type, size_bytes, duration_ms, channels };
});
