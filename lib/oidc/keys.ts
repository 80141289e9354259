import { createRemoteJWKSet, customFetch } from 'jose';
import type { CustomFetch } from 'openid-client';

/** The keys with which a provider signs. They are read once more for a token whose key is not among them. */
export const keysAt = (url: string, fetch: CustomFetch): ReturnType<typeof createRemoteJWKSet> =>
  createRemoteJWKSet(new URL(url), {
    cooldownDuration: 0,
    [customFetch]: async (address, init) => {
      const answer = await fetch(address, { ...init, headers: { accept: 'application/json' }, body: null });
      if (!answer.ok) throw new Error(`The provider’s keys were answered with status ${answer.status}`);
      return answer;
    },
  });
