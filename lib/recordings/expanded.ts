import type { Expansion } from '#lib/contract/conversations.ts';
import { maxExpandedTurns } from '#lib/contract/conversations.ts';
import type { RecordingLink } from '#lib/contract/recordings.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { findConversation } from '#lib/conversations/conversations.ts';
import type { TranscriptPage } from '#lib/conversations/transcripts.ts';
import { findTranscript } from '#lib/conversations/transcripts.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { withAuthor } from '#lib/people/authors.ts';
import { withRetention } from './find-recorded.ts';
import { recordingLink } from './recording-link.ts';

/** A conversation with the parts that were requested. */
export interface ExpandedConversation {
  readonly conversation: ConversationRecord;
  readonly transcript?: Pick<TranscriptPage, 'turns' | 'next'>;
  /** `null`: there is no recording that can be played. */
  readonly recording?: RecordingLink | null;
}

const linkOf = async (conversation: ConversationRecord): Promise<RecordingLink | null> => {
  const link = await recordingLink(await withRetention(conversation), 'inline');
  return typeof link === 'string' ? null : link;
};

/**
 * A conversation with its first turns and the link to its recording. Turns are read together with the
 * conversation.
 */
export const findExpanded = async (
  caller: Caller,
  id: string,
  expand: readonly Expansion[],
): Promise<ExpandedConversation | undefined> => {
  const transcript = expand.includes('transcript')
    ? await findTranscript(caller, id, { limit: maxExpandedTurns })
    : undefined;
  const conversation = transcript
    ? await withAuthor(transcript.conversation)
    : await findConversation(caller, id);
  if (!conversation) return undefined;
  return {
    conversation,
    ...(transcript && { transcript }),
    ...(expand.includes('recording') && { recording: await linkOf(conversation) }),
  };
};
