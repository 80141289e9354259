import { gunzipSync } from 'node:zlib';
import type { Request, Route } from '#lib/contract/route.ts';
import { weightOf } from '#lib/domain/accept.ts';
import { compressedTag, matchesWeakly } from './etag.ts';
import type { ApiAnswer } from './exchange.ts';
import type { ApiHandler } from './pipeline.ts';
import { pipeline } from './pipeline.ts';

/** In base64: text that is compressed with gzip, or bytes that are sent as they are. */
export type File = { readonly type: string; readonly etag: string } & (
  | { readonly gzipped: string }
  | { readonly bytes: string }
);

/** Turns a public route that serves files into a Lambda handler. Browsers cache a file for a day. */
export const handleFile = <R extends Route & { readonly public: true }>(
  route: R,
  fileOf: (params: Request<R>['params']) => File,
): ApiHandler<R> =>
  pipeline(route, [], async (event, exchange): Promise<ApiAnswer> => {
    const { type, etag, ...file } = fileOf(exchange.params as Request<R>['params']);
    const isText = 'gzipped' in file;
    const compressed = isText && weightOf('gzip', event.headers['accept-encoding'] ?? '') > 0;
    const headers = {
      // That of the uncompressed text.
      etag: compressed ? compressedTag(etag) : etag,
      'cache-control': 'public, max-age=86400',
      ...(isText && { vary: 'accept-encoding' }),
    };
    const known = event.headers['if-none-match'];
    if (known && matchesWeakly(known, etag)) return { statusCode: 304, headers };
    const answer = { statusCode: 200, headers: { ...headers, 'content-type': type }, isBase64Encoded: true };
    if (!isText) return { ...answer, body: file.bytes };
    const { gzipped } = file;
    if (compressed) {
      return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body: gzipped };
    }
    const body = gunzipSync(Buffer.from(gzipped, 'base64')).toString();
    return { ...answer, isBase64Encoded: false, body };
  });
