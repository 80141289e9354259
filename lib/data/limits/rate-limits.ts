import type { ApiKeyRecord } from '../keys/api-keys.ts';
import { apiKeyFromItem, limitApiKey } from '../keys/api-keys.ts';
import { apiKeyKey } from '../keys.ts';
import { reader } from '../lists/listing.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import { retryStale } from '../operations/retry-stale.ts';
import { settingsOf } from '../organizations/clients.ts';

/*
 * A request's limit stands with the secret it shows, which is read anyway: so a limit costs nothing where there is none.
 * The price is that a change of the settings has to be told to every key of the organisation and below, after it.
 */

const limitOf = async ({ path }: ApiKeyRecord): Promise<number | null> =>
  (await settingsOf(path)).rate_limit?.requests_per_minute ?? null;

/** Makes a key know the limit of its organisation. */
export const tellLimit = (apiKeyId: string): Promise<void> =>
  retryStale(async () => {
    const item = await get(apiKeyKey(apiKeyId));
    if (!item) return;
    const key = apiKeyFromItem(item);
    const limit = await limitOf(key);
    if (key.requests_per_minute !== limit) await commit(limitApiKey(key, limit));
  });

/** Makes every key of an organisation, and of those below it, know its limit. */
export const spreadLimit = async (clientId: string): Promise<void> => {
  const read = reader({ list: 'api_keys', owner: clientId, order: 'asc' });
  let after: string | undefined;
  do {
    const { items, last } = await read(100, after);
    for (const { sk } of items) await tellLimit(sk.slice(sk.indexOf('#') + 1));
    after = last?.sk;
  } while (after !== undefined);
};
