import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

const signatureOf = (signed: string, secret: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/**
 * The headers that sign a message (Standard Webhooks 1.0, standardwebhooks.com), one signature for each
 * secret. Receivers refuse an old timestamp, so each attempt is signed again.
 */
export const signatureHeaders = (
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  now = Date.now(),
): Record<string, string> => {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(`${id}.${timestamp}.${body}`, secret)).join(' '),
  };
};
