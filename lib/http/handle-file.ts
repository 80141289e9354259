import { gunzipSync } from 'node:zlib';
import type { Route } from '#lib/contract/route.ts';
import { weightOf } from '#lib/domain/accept.ts';
import { compressedTag, matchesWeakly } from './etag.ts';
import type { ApiAnswer } from './exchange.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';

export interface File {
  readonly type: string;
  /** Compressed with gzip, in base64. */
  readonly gzipped: string;
  /** The ETag of the uncompressed file. */
  readonly etag: string;
}

/** Turns a public route that serves one file into a Lambda handler. Browsers cache the file for a day. */
export const handleFile = <R extends Route & { readonly public: true }>(
  route: R,
  { type, gzipped, etag }: File,
): ApiHandler<R> =>
  pipeline(route, [], async (event): Promise<ApiAnswer> => {
    const compressed = weightOf('gzip', event.headers['accept-encoding'] ?? '') > 0;
    const headers = {
      etag: compressed ? compressedTag(etag) : etag,
      'cache-control': 'public, max-age=86400',
      vary: 'accept-encoding',
    };
    const known = event.headers['if-none-match'];
    if (known && matchesWeakly(known, etag)) return { statusCode: 304, headers };
    const answer = { statusCode: 200, headers: { ...headers, 'content-type': type }, isBase64Encoded: true };
    if (compressed) {
      return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body: gzipped };
    }
    const body = gunzipSync(Buffer.from(gzipped, 'base64')).toString();
    return { ...answer, isBase64Encoded: false, body };
  });
