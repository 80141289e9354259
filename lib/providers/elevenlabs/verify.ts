import { hmac, isHexOf, isTimely } from '../signatures.ts';
import type { Delivery, Expectation } from '../webhook.ts';

const toleranceMs = 30 * 60 * 1000;

/**
 * `ElevenLabs-Signature: t=<unix seconds>,v0=<hex>`, an HMAC-SHA256 of `<t>.<body>`. While a secret is being
 * replaced, there may be several `v0`, and one of them must match.
 */
export const verify = ({ headers, body }: Delivery, { secrets, now }: Expectation): boolean => {
  const fields = (headers['elevenlabs-signature'] ?? '').split(',').map((field) => field.trim().split('='));
  const [time] = fields.flatMap(([name, value = '']) =>
    name === 't' && /^\d{1,12}$/.test(value) ? [value] : [],
  );
  if (time === undefined || !isTimely(Number(time) * 1000, now, toleranceMs)) return false;
  const sent = fields.flatMap(([name, value = '']) => (name === 'v0' ? [value] : [])).slice(0, 8);
  return secrets.some((secret) => {
    const expected = hmac(secret, `${time}.`, body);
    return sent.some((signature) => isHexOf(signature, expected));
  });
};
