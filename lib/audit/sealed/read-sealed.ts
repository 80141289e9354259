import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { s3 } from '#lib/store/bucket/bucket.ts';
import { sealedBucketName } from './sealed-bucket.ts';

/**
 * The content of an object, or of one of its versions; undefined if there is none, which S3 says only to
 * those who may list the bucket.
 */
export const readSealed = async (key: string, version?: string): Promise<Buffer | undefined> => {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: sealedBucketName(), Key: key, VersionId: version }),
    );
    return Body && Buffer.from(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};
