import { create } from '#lib/contract/recordings.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import { isPastRetention } from '#lib/domain/conversations/lifetime.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { settingsOf } from '#lib/organizations/clients.ts';
import { announceRecording } from '#lib/recordings/recordings.ts';
import { signUpload } from '#lib/store/bucket/upload-link.ts';

export const handler = handleWrite(create, async ({ params, body, caller, fail }) => {
  const conversation =
    (await findConversation(caller, params.conversation_id)) ?? fail('conversation_not_found');
  const { status } = conversation.audio;
  if (status === 'available') return fail('recording_exists');

  const settings = await settingsOf(conversation.path);
  if (status === 'deleted' || isPastRetention(conversation, settings)) return fail('recording_deleted');
  if (settings.recording_enabled === false) return fail('recording_disabled');

  const { operations, key } = announceRecording(conversation, body);
  return { operations, reply: { upload: await signUpload(key, body.content_type, body.size_bytes) } };
});
