import { recordRead } from '#lib/audit/record-read.ts';
import { get } from '#lib/contract/transcripts.ts';
import { transcriptStatus } from '#lib/conversations/conversations.ts';
import { findTranscript } from '#lib/conversations/transcripts.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(get, async ({ params, page, caller, fail }) => {
  const found =
    (await findTranscript(caller, params.conversation_id, page)) ?? fail('conversation_not_found');
  const { conversation, turns, next } = found;
  await recordRead(get, caller, conversation);
  return { conversation_id: conversation.id, status: transcriptStatus(conversation), data: turns, next };
});
