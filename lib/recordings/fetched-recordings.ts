import type { AudioType } from '#lib/contract/recordings.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { noAudio } from '#lib/conversations/conversation-record.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { isPastRetention } from '#lib/domain/conversations/lifetime.ts';
import { shortened } from '#lib/domain/text.ts';
import { settingsOf } from '#lib/organizations/clients.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';

/*
 * Recordings that the platform itself fetches from a provider. While pending, such a recording has no content
 * type, because only its first bytes reveal it.
 */

/** A conversation whose recording is being fetched, and the object key. */
export interface AwaitedRecording {
  readonly conversation: ConversationRecord;
  readonly key: string;
}

/** Whether the platform fetches the recording of a conversation. */
export const isAwaiting = ({ audio, recording_key }: ConversationRecord): boolean =>
  audio.status === 'pending' && audio.content_type === null && recording_key !== null;

const change = (
  id: string,
  type: 'recording.available' | 'conversation.updated',
  changed: (conversation: ConversationRecord) => Partial<ConversationRecord>,
): Promise<void> =>
  retryStale(async () => {
    const conversation = await readConversation(id);
    if (!conversation || !isAwaiting(conversation)) return;
    await commit(replaceConversation(conversation, changed(conversation), type).operations);
  });

/**
 * The conversation, if it still waits for its recording. It stops waiting if recordings have been disabled or
 * its retention has passed.
 */
export const findAwaiting = async (id: string): Promise<AwaitedRecording | undefined> => {
  const conversation = await readConversation(id);
  if (!conversation || !isAwaiting(conversation) || conversation.recording_key === null) return undefined;
  const settings = await settingsOf(conversation.path);
  if (settings.recording_enabled !== false && !isPastRetention(conversation, settings)) {
    return { conversation, key: conversation.recording_key };
  }
  await change(id, 'conversation.updated', () => ({ audio: noAudio, recording_key: null }));
  return undefined;
};

/** Makes a stored recording available. */
export const finishFetched = (id: string, content_type: AudioType, size_bytes: number): Promise<void> =>
  change(id, 'recording.available', ({ audio }) => ({
    audio: { ...audio, status: 'available', content_type, size_bytes },
  }));

/** Gives up on a recording, and records the reason in the conversation's provider data. */
export const failFetched = (id: string, reason: string): Promise<void> =>
  change(id, 'conversation.updated', ({ audio, provider }) => ({
    audio: { ...audio, status: 'failed' },
    recording_key: null,
    provider: provider && {
      ...provider,
      metadata: { ...provider.metadata, recording_error: shortened(reason, 300) },
    },
  }));
