import { randomBytes } from 'node:crypto';
import type { SecretContext } from './data-key.ts';
import { sealSecret } from './seal-secret.ts';

/** A new secret in the format of Standard Webhooks, and its sealed form. */
export const newSigningSecret = async (
  context: SecretContext,
): Promise<{ readonly secret: string; readonly sealed: string }> => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: await sealSecret(secret, context) };
};

/** Sealed secrets that sign: the current one, and the one before the last rotation while it is valid. */
export interface SigningSecrets {
  /** Sealed. */
  readonly secret: string;
  /** The sealed secret before the last rotation, and the time until which it also signs. */
  readonly previous: { readonly secret: string; readonly expires_at: string } | null;
}

/** Replaces a sealed secret. For a while, the previous one also signs. */
export const rotated = (before: SigningSecrets, sealed: string, overlapSeconds: number): SigningSecrets => ({
  secret: sealed,
  previous:
    overlapSeconds > 0
      ? {
          secret: before.secret,
          expires_at: new Date(Date.now() + overlapSeconds * 1000).toISOString(),
        }
      : null,
});
