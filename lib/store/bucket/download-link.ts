import { presignGet } from './presign.ts';

const lifetimeSeconds = 5 * 60;

export interface Download {
  readonly url: string;
  readonly expires_at: string;
}

/**
 * A link that needs no header, allows Range, and either plays in place or saves under the given name. It sets
 * every header of the answer that the uploader could otherwise choose without a signature: a listener must
 * not receive another encoding, or leave a recording in a shared cache.
 */
export const signDownload = async (
  key: string,
  contentType: string,
  fileName: string,
  disposition: 'inline' | 'attachment' = 'inline',
): Promise<Download> => {
  const expires_at = new Date(Date.now() + lifetimeSeconds * 1000).toISOString();
  const answer = {
    'response-content-type': contentType,
    'response-content-disposition': `${disposition}; filename="${fileName}"`,
    'response-content-encoding': 'identity',
    'response-cache-control': 'private, no-store',
    'response-expires': new Date(0).toUTCString(),
  };
  const url = await presignGet(key, answer, lifetimeSeconds);
  return { url, expires_at };
};
