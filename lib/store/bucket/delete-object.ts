import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { bucketName, s3 } from './bucket.ts';

export const deleteObject = async (key: string): Promise<void> => {
  await s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key: key }));
};
