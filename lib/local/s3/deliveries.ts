import type { S3ObjectCreatedNotificationEvent } from 'aws-lambda';
import type { BucketStore, PendingEvent } from './store.ts';

/** The event that a function receives about a new object. */
export type ObjectCreated = S3ObjectCreatedNotificationEvent;

/** An event as S3 sends it to EventBridge (docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html). */
const toObjectCreated = ({ id, bucket, object }: PendingEvent, region: string): ObjectCreated => ({
  version: '0',
  id,
  'detail-type': 'Object Created',
  source: 'aws.s3',
  account: '000000000000',
  time: object.modified,
  region,
  resources: [`arn:aws:s3:::${bucket}`],
  detail: {
    version: '0',
    bucket: { name: bucket },
    object: {
      key: object.key,
      size: object.size,
      etag: object.etag,
      'version-id': '',
      sequencer: id.replaceAll('-', '').slice(0, 16).toUpperCase(),
    },
    'request-id': id,
    requester: '000000000000',
    'source-ip-address': '127.0.0.1',
    reason: 'PutObject',
  },
});

const firstWaitMs = 100;
const longestWaitMs = 30_000;

export interface Deliveries {
  readonly deliver: (event: PendingEvent, store: BucketStore) => void;
  /** Waits for running deliveries and drops pending retries, which are still stored for the next start. */
  readonly close: () => Promise<void>;
}

/** Delivers each event until it is accepted: at once, and after failures with growing pauses. */
export const startDeliveries = (
  region: string,
  onObjectCreated: (event: ObjectCreated) => Promise<void>,
): Deliveries => {
  const underWay = new Set<Promise<void>>();
  const waiting = new Set<NodeJS.Timeout>();
  let closed = false;

  const deliver = (event: PendingEvent, store: BucketStore, attempt = 0): void => {
    if (closed) return;
    const delivery = onObjectCreated(toObjectCreated(event, region)).then(
      () => store.delivered(event),
      (error: unknown) => {
        console.error({
          message: 'An event of the bucket could not be delivered',
          key: event.object.key,
          error,
        });
        const timer = setTimeout(
          () => {
            waiting.delete(timer);
            deliver(event, store, attempt + 1);
          },
          Math.min(firstWaitMs * 2 ** attempt, longestWaitMs),
        );
        waiting.add(timer);
      },
    );
    underWay.add(delivery);
    delivery.finally(() => underWay.delete(delivery)).catch(() => {});
  };

  return {
    deliver,
    close: async () => {
      closed = true;
      for (const timer of waiting) clearTimeout(timer);
      await Promise.allSettled(underWay);
      for (const timer of waiting) clearTimeout(timer);
    },
  };
};
