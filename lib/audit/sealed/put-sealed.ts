import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { s3 } from '#lib/store/bucket/bucket.ts';
import { sealedBucketName } from './sealed-bucket.ts';

/** Stores an object of which there is only ever one version. Returns false if there is one already. */
export const putSealed = async (
  key: string,
  body: Buffer | string,
  contentType: string,
): Promise<boolean> => {
  try {
    await s3.send(
      new PutObjectCommand({
        Bucket: sealedBucketName(),
        Key: key,
        Body: body,
        ContentType: contentType,
        IfNoneMatch: '*',
        // S3 requires a checksum of what it locks.
        ChecksumAlgorithm: 'CRC32',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412) return false;
    throw error;
  }
};
