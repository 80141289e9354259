import { hmac, isHexOf, isSameSecret, isTimely } from '../signatures.ts';
import type { Delivery, Expectation, Verification } from '../webhook.ts';

const toleranceMs = 5 * 60 * 1000;

/** The unit is not documented. A number that is too large for seconds is in milliseconds. */
const inMilliseconds = (time: number): number => (time < 1e11 ? time * 1000 : time);

type Check = (delivery: Delivery, secret: string, now: number) => boolean;

/** The headers that Vapi sends depend on the credential that its customer attached to the server URL. */
const checks: Readonly<Record<Verification, Check>> = {
  // Some older documentation names the second header. Both contain the secret itself.
  secret_header: ({ headers }, secret) =>
    isSameSecret(headers['x-vapi-secret'] ?? headers['x-vapi-signature'] ?? '', secret),
  bearer: ({ headers }, secret) =>
    isSameSecret(/^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '', secret),
  // The defaults of an HMAC credential: a hexadecimal HMAC-SHA256 of `<time>.<body>`.
  hmac: ({ headers, body }, secret, now) => {
    const time = headers['x-timestamp']?.trim() ?? '';
    if (!/^\d{1,15}$/.test(time) || !isTimely(inMilliseconds(Number(time)), now, toleranceMs)) return false;
    return isHexOf(headers['x-signature']?.trim() ?? '', hmac(secret, `${time}.`, body));
  },
};

/** Accepts only the kind of verification that is configured, and no weaker one. */
export const verify = (delivery: Delivery, { secrets, verification, now }: Expectation): boolean =>
  secrets.some((secret) => checks[verification ?? 'secret_header'](delivery, secret, now));
