import type { JSONWebKeySet } from 'jose';
import { createLocalJWKSet } from 'jose';
import type { CustomFetch } from 'openid-client';

/** The keys with which a provider signs. Throws unless there is a key set at the address. */
export const readKeys = async (
  url: string,
  fetch: CustomFetch,
): Promise<ReturnType<typeof createLocalJWKSet>> => {
  const init = {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    redirect: 'manual',
  } as const;
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`The provider’s keys were answered with status ${answer.status}`);
  return createLocalJWKSet((await answer.json()) as JSONWebKeySet);
};
