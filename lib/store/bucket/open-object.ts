import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { bucketName, s3 } from './bucket.ts';

/** The content of an object as a stream; undefined if there is none. */
export const openObject = async (key: string): Promise<AsyncIterable<Uint8Array> | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucketName(), Key: key }));
    return Body as AsyncIterable<Uint8Array> | undefined;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};
