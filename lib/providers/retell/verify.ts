import { hmac, isHexOf, isTimely } from '../signatures.ts';
import type { Delivery, Expectation } from '../webhook.ts';

const toleranceMs = 5 * 60 * 1000;

/** `X-Retell-Signature: v=<unix ms>,d=<hex>`, an HMAC-SHA256 of the body directly followed by the time. */
export const verify = ({ headers, body }: Delivery, { secrets, now }: Expectation): boolean => {
  const [, time = '', signature = ''] =
    /^v=(\d{1,15}),d=([0-9a-f]+)$/i.exec(headers['x-retell-signature']?.trim() ?? '') ?? [];
  if (time === '' || !isTimely(Number(time), now, toleranceMs)) return false;
  return secrets.some((secret) => isHexOf(signature, hmac(secret, body, time)));
};
