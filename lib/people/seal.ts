import type { SecretContext } from '#lib/store/secrets/data-key.ts';
import { sealSecret } from '#lib/store/secrets/seal-secret.ts';
import type { SealedSecret } from './connections.ts';

export const secretContext = (connectionId: string): SecretContext => ({
  entity: connectionId,
  purpose: 'client_secret',
});

/** Encrypts the secret of a request: null removes it, and an absent one keeps its value. */
export const sealClientSecret = async (
  id: string,
  sent: string | null | undefined,
  before: SealedSecret = { client_secret: null, client_secret_hint: null },
): Promise<SealedSecret> => {
  if (sent === undefined) {
    return { client_secret: before.client_secret, client_secret_hint: before.client_secret_hint };
  }
  if (sent === null) return { client_secret: null, client_secret_hint: null };
  return { client_secret: await sealSecret(sent, secretContext(id)), client_secret_hint: sent.slice(-4) };
};
