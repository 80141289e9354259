import type { KeyObject } from 'node:crypto';
import { verify } from 'node:crypto';

/** The algorithm of the key, as KMS names it. */
export const signingAlgorithm = 'ECDSA_SHA_256';

/** The signature of a digest's text. It is stored beside the digest, and never changed either. */
export interface DigestSignature {
  readonly version: 1;
  /** The ARN of the KMS key. Whoever verifies brings the key: this name proves nothing. */
  readonly key_id: string;
  readonly algorithm: typeof signingAlgorithm;
  /** In DER and base64. */
  readonly value: string;
}

/** Whether a stored signature is that of a text by a key. */
export const isSigned = (text: string, signature: string, key: KeyObject): boolean => {
  try {
    const { value } = JSON.parse(signature) as DigestSignature;
    return verify('sha256', Buffer.from(text), key, Buffer.from(value, 'base64'));
  } catch {
    return false;
  }
};
