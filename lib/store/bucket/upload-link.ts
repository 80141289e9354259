import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bucketName, s3 } from './bucket.ts';

/** S3 checks the expiry when an upload begins, so the upload itself may take longer. */
const lifetimeSeconds = 15 * 60;

export interface Upload {
  readonly url: string;
  readonly method: 'PUT';
  readonly headers: Record<string, string>;
  readonly expires_at: string;
}

/**
 * A link that accepts one object of exactly this type and length, once. The signature covers all headers and
 * the length.
 */
export const signUpload = async (key: string, contentType: string, sizeBytes: number): Promise<Upload> => {
  const expires_at = new Date(Date.now() + lifetimeSeconds * 1000).toISOString();
  const headers = { 'content-type': contentType, 'if-none-match': '*' };
  // Every HTTP client sets the length itself, and some refuse to set it explicitly.
  const signed = new Set(['host', 'content-length', ...Object.keys(headers)]);
  const url = await getSignedUrl(
    s3,
    new PutObjectCommand({
      Bucket: bucketName(),
      Key: key,
      ContentType: contentType,
      ContentLength: sizeBytes,
      IfNoneMatch: '*',
    }),
    { expiresIn: lifetimeSeconds, signableHeaders: signed },
  );
  return { url, method: 'PUT', headers, expires_at };
};
