import { HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { bucketName, s3 } from './bucket.ts';

/**
 * The size of an object in bytes; undefined if there is none. Without permission to list the bucket, S3
 * answers 403 for a missing object.
 */
export const sizeOfObject = async (key: string): Promise<number | undefined> => {
  try {
    const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket: bucketName(), Key: key }));
    return ContentLength;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 403 || status === 404) return undefined;
    throw error;
  }
};
