import type { AudioType } from '#lib/contract/recordings.ts';
import { audioTypeOf, tellingBytes } from '#lib/domain/recordings/audio-type.ts';
import { uploadStream } from '#lib/store/bucket/upload-stream.ts';

/** The downloaded content is not a recording. */
export class NoRecording extends Error {
  override readonly name = 'NoRecording';
}

export interface StoredRecording {
  readonly content_type: AudioType;
  readonly size_bytes: number;
}

/** Stores a recording as a stream, once its first bytes have shown that it is audio. */
export const storeRecording = async (
  key: string,
  pieces: AsyncIterable<Buffer>,
): Promise<StoredRecording> => {
  const arriving = pieces[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  while (beginning.length < tellingBytes) {
    const { done, value } = await arriving.next();
    if (done) break;
    beginning = Buffer.concat([beginning, value]);
  }
  const content_type = audioTypeOf(beginning);
  if (!content_type) {
    await arriving.return?.();
    throw new NoRecording('What the provider sent is no recording of a known type');
  }
  let size_bytes = 0;
  const whole = async function* () {
    size_bytes += beginning.length;
    yield beginning;
    for (;;) {
      const { done, value } = await arriving.next();
      if (done) return;
      size_bytes += value.length;
      yield value;
    }
  };
  await uploadStream(key, whole(), content_type);
  return { content_type, size_bytes };
};
