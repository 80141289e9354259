import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import { bucketName, s3 } from './bucket.ts';

/** The content of an object in memory; undefined if there is none. */
export const readObject = async (key: string): Promise<Buffer | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucketName(), Key: key }));
    return Body && Buffer.from(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};
