import { createHash } from 'node:crypto';
import { S3Error } from './errors.ts';
import type { VerifiedSignature } from './signature.ts';

/*
 * aws-chunked bodies: `<hex size>[;chunk-signature=…]\r\n<bytes>\r\n`, a last chunk of size 0, and trailers
 * (docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html and …/sigv4-streaming-trailers.html).
 */

const lineEnd = Buffer.from('\r\n');
const maxLine = 16_384;

const incomplete = () => new S3Error('IncompleteBody', 'The body ended before its last chunk');
const malformed = () => new S3Error('InvalidRequest', 'The chunks of the body are malformed');
const mismatch = () =>
  new S3Error('SignatureDoesNotMatch', 'A chunk of the body does not have the signature it should have');

/** Reads a stream by lines and by lengths. */
const reader = (source: AsyncIterable<Buffer>) => {
  const iterator = source[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const { value, done } = await iterator.next();
    if (done) throw incomplete();
    buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
  };
  return {
    line: async (): Promise<string> => {
      let end = buffered.indexOf(lineEnd);
      while (end < 0) {
        if (buffered.length > maxLine) throw malformed();
        await more();
        end = buffered.indexOf(lineEnd);
      }
      const text = buffered.toString('latin1', 0, end);
      buffered = buffered.subarray(end + lineEnd.length);
      return text;
    },
    /** Up to a number of bytes, as many as are available. */
    bytes: async (atMost: number): Promise<Buffer> => {
      if (buffered.length === 0) await more();
      const taken = buffered.subarray(0, atMost);
      buffered = buffered.subarray(taken.length);
      return taken;
    },
  };
};

export interface ChunkedBody {
  /** The bytes themselves. */
  readonly content: AsyncIterable<Buffer>;
  /** Filled once the content has been read to its end. */
  readonly trailers: Record<string, string>;
}

/** Whether the payload's hash says that the body is in chunks. */
export const isChunked = (payload: string): boolean => payload.startsWith('STREAMING-');

/** Decodes a chunked body, and verifies the chunks' signatures if they are signed. */
export const readChunks = (
  source: AsyncIterable<Buffer>,
  { payload, signature, signChunk }: VerifiedSignature,
): ChunkedBody => {
  const signed = payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  if (!signed && payload !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    throw new S3Error('NotImplemented', `The payload ${payload} is not implemented`);
  }
  const trailers: Record<string, string> = {};

  const readTrailers = async (line: () => Promise<string>, previous: string): Promise<void> => {
    let covered = '';
    for (let text = await line(); text !== ''; text = await line()) {
      const [name = '', value = ''] = text.split(/:(.*)/s).map((part) => part.trim());
      if (name.toLowerCase() === 'x-amz-trailer-signature') {
        const hash = createHash('sha256').update(covered).digest('hex');
        if (value !== signChunk(previous, hash, 'TRAILER')) throw mismatch();
        covered = '';
      } else {
        trailers[name.toLowerCase()] = value;
        covered += `${name.toLowerCase()}:${value}\n`;
      }
    }
    if (signed && covered !== '') throw mismatch();
  };

  const content = async function* (): AsyncGenerator<Buffer> {
    const { line, bytes } = reader(source);
    let previous = signature;
    for (;;) {
      const [, hex, , claimed] =
        /^([0-9a-fA-F]{1,12})(;chunk-signature=([0-9a-f]{64}))?$/.exec(await line()) ?? [];
      if (hex === undefined || (signed && !claimed)) throw malformed();
      const size = Number.parseInt(hex, 16);
      const hash = createHash('sha256');
      for (let left = size; left > 0; ) {
        const piece = await bytes(left);
        left -= piece.length;
        hash.update(piece);
        // If a signature turns out to be wrong, the whole upload is discarded.
        yield piece;
      }
      if (signed) {
        const expected = signChunk(previous, hash.digest('hex'), 'PAYLOAD');
        if (claimed !== expected) throw mismatch();
        previous = expected;
      }
      if (size === 0) break;
      if ((await line()) !== '') throw malformed();
    }
    await readTrailers(line, previous);
  };
  return { content: content(), trailers };
};
