import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 of the concatenation of several pieces. */
export const hmac = (secret: string, ...pieces: readonly (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', secret);
  for (const piece of pieces) mac.update(piece);
  return mac.digest();
};

/** Whether the text is the hexadecimal form of these bytes, compared in constant time. */
export const isHexOf = (text: string, expected: Buffer): boolean => {
  const sent = Buffer.from(/^[0-9a-fA-F]*$/.test(text) ? text : '', 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
};

/** Whether two texts are equal, in constant time. Comparing their hashes hides even the length. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hmac('compare', one), hmac('compare', other));

/** Whether a signature's time is within the tolerance of now, in either direction. */
export const isTimely = (signedMs: number, now: number, toleranceMs: number): boolean =>
  Math.abs(now - signedMs) <= toleranceMs;
