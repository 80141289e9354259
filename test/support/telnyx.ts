import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** An account at Telnyx, with the keys that sign for it. */
export const newTelnyxAccount = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const webhook_secret = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const headersFor = (body: string, at = Date.now()) => {
    const timestamp = String(Math.floor(at / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64');
    return {
      'content-type': 'application/x-www-form-urlencoded',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': signature,
    };
  };
  return { api_key: `KEY${randomUUID()}`, webhook_secret, headersFor };
};
