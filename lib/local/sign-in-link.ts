import { createClient } from './client.ts';
import type { PlatformDescription } from './platform.ts';

/** A working day. Afterwards, restart the platform or paste a key. */
const lifeMs = 12 * 60 * 60 * 1000;

/** The name of the keys of sign-in links, by which a later start finds expired ones. */
export const signInKeyName = 'console-sign-in';

/**
 * A link that signs in to the console once. The console rotates the key in the link's fragment, which no
 * server sees, and keeps the new secret. Keys of earlier starts that have expired are removed.
 */
export const signInLink = async ({ base_url, api_key }: PlatformDescription): Promise<string> => {
  // A machine that is busy may answer none of the first requests in time.
  const api = createClient({ baseUrl: base_url, apiKey: api_key, maxRetries: 5 });
  const { scopes } = await api.me.get();
  for await (const { id, name, expires_at } of api.apiKeys.list.all()) {
    const isOver = expires_at !== null && new Date(expires_at) < new Date();
    if (name === signInKeyName && isOver) await api.apiKeys.revoke({ params: { api_key_id: id } });
  }
  const { key } = await api.apiKeys.create({
    body: {
      name: signInKeyName,
      scopes: [...scopes],
      expires_at: new Date(Date.now() + lifeMs).toISOString(),
    },
  });
  return `${base_url}/#sign_in=${key}`;
};
