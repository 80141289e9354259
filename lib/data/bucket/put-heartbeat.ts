import { PutObjectCommand } from '@aws-sdk/client-s3';
import { heartbeatKey } from '#lib/domain/recordings/recording.ts';
import { bucketName, s3 } from './bucket.ts';

/** Writes the one object by which the bucket's events are heard of, over the one before. */
export const putHeartbeatObject = async (): Promise<void> => {
  await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key: heartbeatKey, Body: '' }));
};
