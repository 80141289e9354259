import type { Context, S3ObjectCreatedNotificationEvent } from 'aws-lambda';
import { readConversation } from '#lib/conversations/conversations.ts';
import { conversationOfKey, heartbeatKey } from '#lib/domain/recordings/recording.ts';
import { receiveRecording } from '#lib/recordings/recordings.ts';
import { deleteObject } from '#lib/store/bucket/delete-object.ts';
import { because } from '#lib/store/cause.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';

/** Makes a recording available, or deletes it if no conversation expects it. */
const receive = async (key: string, sizeBytes: number): Promise<void> => {
  if (key === heartbeatKey) return;
  const conversationId = conversationOfKey(key);
  const conversation = conversationId && (await readConversation(conversationId));
  if (!conversation || conversation.recording_key !== key) {
    console.warn({ message: 'A recording that nobody expects is deleted', key });
    return deleteObject(key);
  }
  // A recording that the service itself fetches becomes available through its task, which knows the type.
  if (conversation.audio.content_type === null) return;
  // S3 may report an object twice.
  if (conversation.audio.status !== 'pending') return;
  await commit(receiveRecording(conversation, sizeBytes));
};

/** Follows the bucket's `Object Created` events, which EventBridge hands on. */
export const handler = (
  { detail: { object } }: S3ObjectCreatedNotificationEvent,
  { awsRequestId }: Pick<Context, 'awsRequestId'>,
): Promise<void> =>
  because({ requestId: awsRequestId }, () => retryStale(() => receive(object.key, object.size)));
