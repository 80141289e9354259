import { hmac, isHexOf, isSameSecret, isTimely } from '../signatures.ts';
import type { Delivery, Expectation, Verification } from '../webhook.ts';

const toleranceMs = 5 * 60 * 1000;

/** The unit is not documented: what is too large for seconds is milliseconds. */
const inMilliseconds = (time: number): number => (time < 1e11 ? time * 1000 : time);

type Check = (delivery: Delivery, secret: string, now: number) => boolean;

/** What Vapi sends depends on the credential that its customer attached to the server URL. */
const checks: Readonly<Record<Verification, Check>> = {
  // Some older pages name the second header; both carry the secret itself.
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

/** Takes the one kind of proof that was agreed on, and no weaker one in its place. */
export const verify = (delivery: Delivery, { secrets, verification, now }: Expectation): boolean =>
  secrets.some((secret) => checks[verification ?? 'secret_header'](delivery, secret, now));
