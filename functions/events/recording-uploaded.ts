import type { S3Event } from 'aws-lambda';
import { deleteObject } from '#lib/data/bucket/delete-object.ts';
import { readConversation } from '#lib/data/conversations.ts';
import { commit } from '#lib/data/operations/commit.ts';
import { retryStale } from '#lib/data/operations/retry-stale.ts';
import { receiveRecording } from '#lib/data/recordings.ts';
import { conversationOfKey } from '#lib/domain/recording.ts';

/** S3 writes keys as HTML forms do. */
const decodeKey = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '));

/** Makes a recording available; one that its conversation does not expect is nobody's, and goes. */
const receive = async (key: string, sizeBytes: number): Promise<void> => {
  const conversationId = conversationOfKey(key);
  const conversation = conversationId && (await readConversation(conversationId));
  if (!conversation || conversation.recording_key !== key) {
    console.warn({ message: 'A recording that nobody expects is deleted', key });
    return deleteObject(key);
  }
  // S3 may tell twice.
  if (conversation.audio.status !== 'pending') return;
  await commit(receiveRecording(conversation, sizeBytes));
};

/** Follows the bucket's ObjectCreated events. */
export const handler = async ({ Records }: S3Event): Promise<void> => {
  for (const { s3 } of Records) {
    await retryStale(() => receive(decodeKey(s3.object.key), s3.object.size));
  }
};
