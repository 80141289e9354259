import type { SecretContext } from './data-key.ts';
import type { SigningSecrets } from './new-signing-secret.ts';
import { openSecret } from './open-secret.ts';

/** The secrets that sign now: the current one, and the previous one while both are valid. */
export const openSigningSecrets = (
  { secret, previous }: SigningSecrets,
  context: SecretContext,
): Promise<string[]> => {
  const isGood = previous !== null && previous.expires_at > new Date().toISOString();
  const sealed = [secret, ...(isGood ? [previous.secret] : [])];
  return Promise.all(sealed.map((each) => openSecret(each, context)));
};
