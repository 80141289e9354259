import { PutObjectCommand } from '@aws-sdk/client-s3';
import { heartbeatKey } from '#lib/domain/recordings/recording.ts';
import { bucketName, s3 } from './bucket.ts';

/** Overwrites one object, so that the bucket's events can be monitored. */
export const putHeartbeatObject = async (): Promise<void> => {
  await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key: heartbeatKey, Body: '' }));
};
