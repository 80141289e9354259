import { expect, test } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { webhooks } from '#lib/providers/index.ts';
import type { Verification } from '#lib/providers/webhook.ts';

const body = Buffer.from('{"event":"call_ended","call":{"call_id":"call_1"}}');
const secret = 'a secret';
const signedAt = 1_781_712_300_000;

/**
 * Computed with `openssl dgst -sha256 -hmac`: over the time, a dot and the body, or over the body and the
 * time.
 */
const timeFirst = '983eb7c485d911ee5e83a4645c60811883adacb95279806d7100e7f53f363255';
const timeLast = 'ed55684d14fa67a528662e121e5ca53653d0de57b72b2e48e526fb4179ae45f1';

const signed: readonly {
  readonly provider: ProviderName;
  readonly verification: Verification | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly toleranceMs: number;
}[] = [
  {
    provider: 'elevenlabs',
    verification: null,
    headers: { 'elevenlabs-signature': `t=1781712300,v0=${timeFirst}` },
    toleranceMs: 30 * 60_000,
  },
  {
    provider: 'vapi',
    verification: 'hmac',
    headers: { 'x-timestamp': '1781712300', 'x-signature': timeFirst },
    toleranceMs: 5 * 60_000,
  },
  {
    provider: 'retell',
    verification: null,
    headers: { 'x-retell-signature': `v=1781712300000,d=${timeLast}` },
    toleranceMs: 5 * 60_000,
  },
];

test.for(signed)('a signature of $provider is good for its body, secret and time alone', (one) => {
  const { provider, verification, headers, toleranceMs } = one;
  const verify = (change: { body?: Buffer; secret?: string; now?: number; headers?: object } = {}): boolean =>
    webhooks[provider].verify(
      { headers: { ...headers, ...change.headers }, body: change.body ?? body },
      { secrets: [change.secret ?? secret], verification, now: change.now ?? signedAt },
    );
  expect(verify()).toBe(true);
  expect(verify({ now: signedAt + toleranceMs })).toBe(true);
  expect(verify({ now: signedAt + toleranceMs + 1000 })).toBe(false);
  expect(verify({ now: signedAt - toleranceMs - 1000 })).toBe(false);
  expect(verify({ body: Buffer.concat([body, Buffer.from(' ')]) })).toBe(false);
  expect(verify({ secret: 'another secret' })).toBe(false);
  const withoutHeaders = Object.fromEntries(Object.keys(headers).map((name) => [name, '']));
  expect(verify({ headers: withoutHeaders })).toBe(false);
});
