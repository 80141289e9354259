import { createRemoteJWKSet, customFetch } from 'jose';
import type { CustomFetch } from 'openid-client';

/** The keys with which a provider signs. They are read once more for a token whose key is not among them. */
export const keysAt = (url: string, fetch: CustomFetch): ReturnType<typeof createRemoteJWKSet> =>
  createRemoteJWKSet(new URL(url), {
    cooldownDuration: 0,
    [customFetch]: (address, { headers, ...init }) =>
      fetch(address, { ...init, headers: Object.fromEntries(headers), body: null }),
  });
