import type { Digest } from './checksums.ts';
import { announcedChecksums, md5, sha256 } from './checksums.ts';
import type { ChunkedBody } from './chunked.ts';
import { isChunked, readChunks } from './chunked.ts';
import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import type { BucketStore, ReceivedFile } from './store.ts';

export interface ReceivedBody extends ReceivedFile {
  /** Hexadecimal MD5. */
  readonly etag: string;
  readonly checksums: Readonly<Record<string, string>>;
}

const maxObjectBytes = 5 * 1024 ** 3;

/** The announced number of bytes, without the encoding of chunks. */
const announcedLength = ({ headers, verified }: S3Request): number => {
  const length = headers[isChunked(verified.payload) ? 'x-amz-decoded-content-length' : 'content-length'];
  if (length === undefined)
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length header.');
  if (Number(length) > maxObjectBytes) {
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  }
  return Number(length);
};

const checkDigests = (
  digests: ReadonlyMap<string, Digest>,
  sent: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    [...digests].map(([name, digest]) => {
      const value = digest.digest().toString('base64');
      if (sent[name] !== value) {
        throw new S3Error('BadDigest', `The ${name} you specified did not match what we received.`);
      }
      return [name, value];
    }),
  );

/** Writes a body to disk, and keeps it only if its length and checksums are as announced. */
export const receive = async (request: S3Request, store: BucketStore): Promise<ReceivedBody> => {
  const { headers, verified, body } = request;
  const length = announcedLength(request);
  const digests = announcedChecksums(headers);
  const [etag, hash] = [md5(), sha256()];
  const chunked: ChunkedBody | undefined = isChunked(verified.payload)
    ? readChunks(body as AsyncIterable<Buffer>, verified)
    : undefined;
  const source = chunked?.content ?? (body as AsyncIterable<Buffer>);

  const observed = async function* () {
    for await (const piece of source) {
      for (const digest of [etag, hash, ...digests.values()]) digest.update(piece);
      yield piece;
    }
  };
  const received = await store.receive(observed());
  try {
    if (received.size !== length) {
      throw new S3Error(
        'IncompleteBody',
        'You did not provide the number of bytes specified by the length header',
      );
    }
    if (/^[0-9a-f]{64}$/.test(verified.payload) && hash.digest().toString('hex') !== verified.payload) {
      throw new S3Error(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const checksums = checkDigests(digests, { ...headers, ...chunked?.trailers });
    return { ...received, etag: etag.digest().toString('hex'), checksums };
  } catch (error) {
    await store.discard(received);
    throw error;
  }
};

/** A body that is an XML document. */
export const receiveText = async (request: S3Request, store: BucketStore): Promise<string> => {
  const received = await receive(request, store);
  const pieces: Buffer[] = [];
  for await (const piece of store.read(received.file)) pieces.push(piece as Buffer);
  await store.discard(received);
  return Buffer.concat(pieces).toString();
};
