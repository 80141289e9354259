import { createHmac } from 'node:crypto';
import type { AccountProvider, ProviderName } from '#lib/contract/integrations.ts';

/** The proof of each provider that a webhook is its own. */
const signers: Readonly<
  Record<ProviderName, (secret: string, body: string | Buffer, now: number) => Record<string, string>>
> = {
  elevenlabs: (secret, body, now) => {
    const time = Math.floor(now / 1000);
    const v0 = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
    return { 'elevenlabs-signature': `t=${time},v0=${v0}` };
  },
  vapi: (secret) => ({ 'x-vapi-secret': secret }),
  retell: (secret, body, now) => {
    const d = createHmac('sha256', secret).update(body).update(String(now)).digest('hex');
    return { 'x-retell-signature': `v=${now},d=${d}` };
  },
};

export const signatureOf = (
  provider: AccountProvider,
  secret: string,
  body: string | Buffer,
  now = Date.now(),
): Record<string, string> => signers[provider as ProviderName](secret, body, now);

/** Posts an event as its provider would. */
export const postEvent = (
  { webhook_url, provider }: { readonly webhook_url: string; readonly provider: AccountProvider },
  secret: string,
  payload: unknown,
): Promise<Response> => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return fetch(webhook_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatureOf(provider, secret, body) },
    body,
  });
};
