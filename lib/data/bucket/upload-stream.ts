import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { bucketName, s3 } from './bucket.ts';

/** The least that S3 takes as a part; as much is held in memory. */
const partBytes = 5 * 1024 * 1024;

/** Writes an object as it arrives, however long it gets. One that breaks off is not written at all. */
export const uploadStream = async (
  key: string,
  pieces: AsyncIterable<Buffer>,
  contentType: string,
): Promise<void> => {
  const upload = new Upload({
    client: s3,
    params: { Bucket: bucketName(), Key: key, Body: Readable.from(pieces), ContentType: contentType },
    partSize: partBytes,
    queueSize: 1,
  });
  await upload.done();
};
