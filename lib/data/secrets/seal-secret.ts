import type { SecretContext } from './data-key.ts';
import { encrypt } from './data-key.ts';
import { newDataKey } from './new-data-key.ts';

/**
 * Encrypts a secret of an entity under a data key of its own, which KMS encrypts, or a key file on one machine. The text
 * that results can be stored anywhere: it opens only for the same entity and purpose, and only where the key is.
 */
export const sealSecret = async (secret: string, context: SecretContext): Promise<string> => {
  const { plain, wrapped } = await newDataKey(context);
  const sealed = encrypt(plain, Buffer.from(secret), context);
  return ['v1', Buffer.from(wrapped).toString('base64url'), sealed.toString('base64url')].join('.');
};
