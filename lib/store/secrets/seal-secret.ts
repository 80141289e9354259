import type { SecretContext } from './data-key.ts';
import { encrypt } from './data-key.ts';
import { newDataKey } from './new-data-key.ts';

/**
 * Encrypts a secret under a new data key, which KMS encrypts (on one machine, the key of a file). The
 * resulting text can be stored anywhere: it can be decrypted only for the same entity and purpose, and only
 * with that key.
 */
export const sealSecret = async (secret: string, context: SecretContext): Promise<string> => {
  const { plain, wrapped } = await newDataKey(context);
  const sealed = encrypt(plain, Buffer.from(secret), context);
  return ['v1', Buffer.from(wrapped).toString('base64url'), sealed.toString('base64url')].join('.');
};
