import { recordRead } from '#lib/audit/record-read.ts';
import { get } from '#lib/contract/recordings.ts';
import { handle } from '#lib/http/handle.ts';
import { findRecorded } from '#lib/recordings/find-recorded.ts';
import { recordingLink } from '#lib/recordings/recording-link.ts';

export const handler = handle(get, async ({ params, query, caller, fail }) => {
  const found = (await findRecorded(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const link = await recordingLink(found, query.download === 'true' ? 'attachment' : 'inline');
  if (link === 'recording_pending') {
    return fail(link, {
      detail:
        'The upload has not arrived yet. The recording becomes available about a second after S3 has confirmed the upload',
      headers: { 'retry-after': '1' },
    });
  }
  if (typeof link === 'string') return fail(link);
  await recordRead(get, caller, found.conversation);
  return link;
});
