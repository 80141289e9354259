import type { SecretContext } from './data-key.ts';
import { contextBytes, decrypt } from './data-key.ts';
import { unwrapDataKey } from './unwrap-data-key.ts';

/** How long a function caches a data key instead of calling KMS again. */
const rememberedMs = 10 * 60_000;
const maxRemembered = 1000;

interface Remembered {
  readonly key: Promise<Uint8Array>;
  readonly until: number;
}

const remembered = new Map<string, Remembered>();

const dataKeyOf = (wrapped: string, context: SecretContext): Promise<Uint8Array> => {
  const name = `${wrapped} ${contextBytes(context)}`;
  const known = remembered.get(name);
  if (known && known.until > Date.now()) return known.key;
  const key = unwrapDataKey(Buffer.from(wrapped, 'base64url'), context);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(name, { key, until: Date.now() + rememberedMs });
  // Failures are not cached.
  key.catch(() => remembered.delete(name));
  return key;
};

/** Decrypts a secret of this entity and purpose. Throws for any other, and for a text that was changed. */
export const openSecret = async (sealed: string, context: SecretContext): Promise<string> => {
  const [version, wrapped, data] = sealed.split('.');
  if (version !== 'v1' || !wrapped || !data) throw new Error('The text is not an encrypted secret');
  const key = await dataKeyOf(wrapped, context);
  return decrypt(key, Buffer.from(data, 'base64url'), context).toString();
};
