import { sizeOfObject } from '#lib/store/bucket/head-object.ts';
import { putObject } from '#lib/store/bucket/put-object.ts';

/**
 * Speaks into a file of the bucket, unless it is still there from an earlier request. Objects there expire
 * after a day.
 */
export const keepSpeech = async (
  { key, content_type }: { readonly key: string; readonly content_type: string },
  speak: () => Promise<Uint8Array>,
): Promise<void> => {
  if ((await sizeOfObject(key)) !== undefined) return;
  await putObject(key, Buffer.from(await speak()), content_type);
};
