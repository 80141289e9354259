import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bucketName, s3 } from './bucket.ts';

const lifetimeSeconds = 5 * 60;

export interface Download {
  readonly url: string;
  readonly expires_at: string;
}

/**
 * A link that needs no header, allows Range, and plays in place or saves under the given name. Headers that the link does not set would
 * be those of the upload, where S3 lets the uploader add some that are not signed: a listener must not get another encoding, or
 * leave a recording in a shared cache.
 */
export const signDownload = async (
  key: string,
  contentType: string,
  fileName: string,
  disposition: 'inline' | 'attachment' = 'inline',
): Promise<Download> => {
  const expires_at = new Date(Date.now() + lifetimeSeconds * 1000).toISOString();
  const url = await getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucketName(),
      Key: key,
      ResponseContentType: contentType,
      ResponseContentDisposition: `${disposition}; filename="${fileName}"`,
      ResponseContentEncoding: 'identity',
      ResponseCacheControl: 'private, no-store',
      ResponseExpires: new Date(0),
    }),
    { expiresIn: lifetimeSeconds },
  );
  return { url, expires_at };
};
