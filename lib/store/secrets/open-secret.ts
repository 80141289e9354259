import { minuteMs } from '#lib/domain/durations.ts';
import { memoryFor } from '../memory.ts';
import type { SecretContext } from './data-key.ts';
import { contextBytes, decrypt } from './data-key.ts';
import { unwrapDataKey } from './unwrap-data-key.ts';

/** The time for which a function caches a data key instead of calling KMS again. */
const rememberedMs = 10 * minuteMs;

const recall = memoryFor<Uint8Array>(rememberedMs, 1000);

const dataKeyOf = (wrapped: string, context: SecretContext): Promise<Uint8Array> =>
  recall(`${wrapped} ${contextBytes(context)}`, () =>
    unwrapDataKey(Buffer.from(wrapped, 'base64url'), context),
  );

/** Decrypts a secret of this entity and purpose. Throws for any other, and for a text that was changed. */
export const openSecret = async (sealed: string, context: SecretContext): Promise<string> => {
  const [version, wrapped, data] = sealed.split('.');
  if (version !== 'v1' || !wrapped || !data) throw new Error('The text is not an encrypted secret');
  const key = await dataKeyOf(wrapped, context);
  return decrypt(key, Buffer.from(data, 'base64url'), context).toString();
};
