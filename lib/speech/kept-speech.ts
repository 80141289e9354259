import type { SpeechFile } from '#lib/domain/speech/speech.ts';
import { sizeOfObject } from '#lib/store/bucket/head-object.ts';
import { putObject } from '#lib/store/bucket/put-object.ts';
import { readObject } from '#lib/store/bucket/read-object.ts';

type SpeechObject = Pick<SpeechFile, 'key' | 'content_type'>;

const keep = ({ key, content_type }: SpeechObject, audio: Uint8Array): Promise<void> =>
  putObject(key, Buffer.from(audio), content_type);

/**
 * Speaks into a file of the bucket, unless it is still there from an earlier request. Objects there expire
 * after a day.
 */
export const keepSpeech = async (file: SpeechObject, speak: () => Promise<Uint8Array>): Promise<void> => {
  if ((await sizeOfObject(file.key)) === undefined) await keep(file, await speak());
};

/** The audio in such a file, which is spoken if it is not there. A bucket that fails takes nobody's voice. */
export const keptSpeech = async (
  file: SpeechObject,
  speak: () => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const kept = await readObject(file.key).catch(() => undefined);
  if (kept) return kept;
  const audio = await speak();
  await keep(file, audio).catch((error: unknown) =>
    console.warn({ message: 'Spoken words were not kept', error: (error as Error).message }),
  );
  return audio;
};
