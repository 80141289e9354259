import type { WebhookMessage } from './generated.ts';

/** A webhook that is not from the platform, or too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface VerifyOptions {
  /** The body exactly as it arrived: parsed and printed again, it has another signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint’s secret, `whsec_…`; during a rotation both. */
  readonly secret: string | readonly string[];
  /** The maximum age of a message in seconds; five minutes by default. */
  readonly toleranceSeconds?: number;
  /** The current time, for tests. */
  readonly now?: Date;
}

const headerOf = (headers: VerifyOptions['headers'], name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing`);
  return value;
};

const decoded = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/**
 * Checks that a webhook is from the platform and recent, and returns its message. Throws a
 * {@link WebhookError} otherwise. Messages may arrive twice: keep the header `webhook-id` of those that were
 * handled.
 */
export const verifyWebhook = async (options: VerifyOptions): Promise<WebhookMessage> => {
  const { headers, secret, toleranceSeconds = 300, now = new Date() } = options;
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookError('The message is too old or too new');

  const text = typeof options.body === 'string' ? options.body : new TextDecoder().decode(options.body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const { subtle } = crypto;
  const signatures = signature
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .flatMap((entry) => decoded(entry.slice(3)) ?? []);
  for (const one of [secret].flat()) {
    const bytes = decoded(one.replace(/^whsec_/, ''));
    if (!bytes?.length) throw new WebhookError('The secret is not of the form whsec_…');
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const candidate of signatures) {
      // In constant time, which a comparison of strings is not.
      if (await subtle.verify('HMAC', key, candidate, signed)) return JSON.parse(text) as WebhookMessage;
    }
  }
  throw new WebhookError('The signature is wrong');
};
