import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/*
 * AES-256-GCM for secrets: a nonce, the ciphertext, and a tag that authenticates both together with their
 * context.
 */

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The entity and the purpose of a secret. It can be decrypted only for the same entity and purpose. */
export interface SecretContext {
  /** The entity's id. */
  readonly entity: string;
  /** Which of the entity's secrets it is, such as `api_key`. */
  readonly purpose: string;
}

export const contextBytes = ({ entity, purpose }: SecretContext): Buffer =>
  Buffer.from(JSON.stringify([entity, purpose]));

export const encrypt = (key: Uint8Array, plain: Uint8Array, context: SecretContext): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(contextBytes(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** Throws if the key, the context or a single bit is different. */
export const decrypt = (key: Uint8Array, sealed: Buffer, context: SecretContext): Buffer => {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(contextBytes(context))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
};
