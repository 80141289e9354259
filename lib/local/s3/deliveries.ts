import type { S3Event } from 'aws-lambda';
import type { BucketStore, PendingEvent } from './store.ts';

/** S3 writes keys as HTML forms do: percent-encoded, and `+` for a space. */
const encodeKey = (key: string): string =>
  new URLSearchParams([['', key]]).toString().slice(1).replaceAll('%2F', '/');

/** An event as S3 hands it to a function. */
const toS3Event = ({ id, bucket, object }: PendingEvent, region: string): S3Event => ({
  Records: [
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: region,
      eventTime: object.modified,
      eventName: 'ObjectCreated:Put',
      userIdentity: { principalId: 'LOCAL' },
      requestParameters: { sourceIPAddress: '127.0.0.1' },
      responseElements: { 'x-amz-request-id': id, 'x-amz-id-2': id },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'local',
        bucket: { name: bucket, ownerIdentity: { principalId: 'LOCAL' }, arn: `arn:aws:s3:::${bucket}` },
        object: {
          key: encodeKey(object.key),
          size: object.size,
          eTag: object.etag,
          sequencer: id.replaceAll('-', '').slice(0, 16).toUpperCase(),
        },
      },
    },
  ],
});

const firstWaitMs = 100;
const longestWaitMs = 30_000;

export interface Deliveries {
  readonly deliver: (event: PendingEvent, store: BucketStore) => void;
  /** Waits for what is being delivered, and gives up what would have to wait longer: it is still noted. */
  readonly close: () => Promise<void>;
}

/** Hands each event over until it is taken: at once, and after a failure with growing pauses. */
export const startDeliveries = (
  region: string,
  onObjectCreated: (event: S3Event) => Promise<void>,
): Deliveries => {
  const underWay = new Set<Promise<void>>();
  const waiting = new Set<NodeJS.Timeout>();
  let closed = false;

  const deliver = (event: PendingEvent, store: BucketStore, attempt = 0): void => {
    if (closed) return;
    const delivery = onObjectCreated(toS3Event(event, region)).then(
      () => store.delivered(event),
      (error: unknown) => {
        console.error({ message: 'An event of the bucket was not taken', key: event.object.key, error });
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
