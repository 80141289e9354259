import { PutObjectCommand } from '@aws-sdk/client-s3';
import { bucketName, s3 } from './bucket.ts';

export const putObject = async (key: string, body: Buffer, contentType: string): Promise<void> => {
  await s3.send(
    new PutObjectCommand({ Bucket: bucketName(), Key: key, Body: body, ContentType: contentType }),
  );
};
