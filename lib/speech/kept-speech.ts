import type { SpeechFile } from '#lib/domain/speech/speech.ts';
import { sizeOfObject } from '#lib/store/bucket/head-object.ts';
import { putObject } from '#lib/store/bucket/put-object.ts';
import { readObject } from '#lib/store/bucket/read-object.ts';

type SpeechObject = Pick<SpeechFile, 'key' | 'content_type'>;

const speakInto = async (
  { key, content_type }: SpeechObject,
  speak: () => Promise<Uint8Array>,
): Promise<Uint8Array> => {
  const audio = await speak();
  await putObject(key, Buffer.from(audio), content_type);
  return audio;
};

/**
 * Speaks into a file of the bucket, unless it is still there from an earlier request. Objects there expire
 * after a day.
 */
export const keepSpeech = async (file: SpeechObject, speak: () => Promise<Uint8Array>): Promise<void> => {
  if ((await sizeOfObject(file.key)) === undefined) await speakInto(file, speak);
};

/** The audio in such a file, which is spoken if it is not there. */
export const keptSpeech = async (file: SpeechObject, speak: () => Promise<Uint8Array>): Promise<Uint8Array> =>
  (await readObject(file.key)) ?? speakInto(file, speak);
