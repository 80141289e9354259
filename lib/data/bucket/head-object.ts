import { HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { bucketName, s3 } from './bucket.ts';

/** The bytes of an object; undefined if there is none. S3 answers 403 for one that is not there to a role that may not list the bucket. */
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
