import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { bucketName, isMissing, s3 } from './bucket.ts';

/** The size of an object in bytes; undefined if there is none. */
export const sizeOfObject = async (key: string): Promise<number | undefined> => {
  try {
    const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket: bucketName(), Key: key }));
    return ContentLength;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
