import { createPublicKey, verify } from 'node:crypto';
import { isTimely } from '../signatures.ts';

/** The requests that Telnyx signs are good for five minutes. */
const toleranceMs = 300_000;

/** The bytes before the 32 of an Ed25519 key in its DER form (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const isSignedBy = (publicKey: string, message: Buffer, signature: Buffer): boolean => {
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.length !== 32) return false;
  const key = createPublicKey({ key: Buffer.concat([derPrefix, bytes]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
};

/** A request that Telnyx has signed: its body and the time, and not its address. */
export interface TelnyxRequest {
  readonly bytes: Buffer;
  /** Base64. */
  readonly signature: string | undefined;
  /** Seconds since 1970. */
  readonly timestamp: string | undefined;
}

/**
 * Whether the account has signed the request, by its public keys
 * (developers.telnyx.com/docs/development/api-fundamentals/webhooks).
 */
export const isSigned = (
  publicKeys: readonly string[],
  { bytes, signature, timestamp }: TelnyxRequest,
  now = Date.now(),
): boolean => {
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (!isTimely(Number(timestamp) * 1000, now, toleranceMs)) return false;
  const message = Buffer.concat([Buffer.from(`${timestamp}|`), bytes]);
  const sent = Buffer.from(signature, 'base64');
  return publicKeys.map((key) => isSignedBy(key, message, sent)).includes(true);
};
