import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { bucketName, s3 } from './bucket.ts';

/** The minimum size of a part in S3. One part is held in memory. */
const partBytes = 5 * 1024 * 1024;

/** Writes an object from a stream of any length. If the stream breaks off, nothing is written. */
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
