import { readConversation } from '#lib/conversations/conversations.ts';
import { sizeOfObject } from '#lib/store/bucket/head-object.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { receiveRecording } from './recordings.ts';

/**
 * Makes a recording available if it was uploaded and the bucket's event was lost. Returns true if the
 * recording is still awaited.
 */
export const receiveIfUploaded = (conversationId: string): Promise<boolean> =>
  retryStale(async () => {
    const conversation = await readConversation(conversationId);
    if (conversation?.audio.status !== 'pending' || conversation.recording_key === null) return false;
    const size = await sizeOfObject(conversation.recording_key);
    if (size === undefined) return true;
    await commit(receiveRecording(conversation, size));
    return false;
  });
