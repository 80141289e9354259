import { sealSecret } from '#lib/store/secrets/seal-secret.ts';
import type { SealedToken } from './tool-servers.ts';
import { tokenContext } from './tool-servers.ts';

const none: SealedToken = { token: null, token_hint: null };

/** Encrypts the token of a request: null removes it, and an absent one keeps its value. */
export const sealToken = async (
  id: string,
  token: string | null | undefined,
  before: SealedToken = none,
): Promise<SealedToken> => {
  if (token === undefined) return { token: before.token, token_hint: before.token_hint };
  return token === null
    ? none
    : { token: await sealSecret(token, tokenContext(id)), token_hint: token.slice(-4) };
};
