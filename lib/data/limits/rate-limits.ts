import { isDeepStrictEqual } from 'node:util';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import type { ApiKeyRecord } from '../keys/api-keys.ts';
import { apiKeyFromItem, limitApiKey } from '../keys/api-keys.ts';
import { apiKeyKey } from '../keys.ts';
import { reader } from '../lists/listing.ts';
import type { TimeLeft } from '../lists/sweep.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import { retryStale } from '../operations/retry-stale.ts';
import { readAll } from '../organizations/clients.ts';

/*
 * The limits of a request are kept with the secret that it shows, which is read anyway: so they cost nothing where there are none.
 * The price is that a change of the settings has to be written to every key of the organization and its descendants afterwards.
 */

const limitsOf = async ({ path }: ApiKeyRecord): Promise<RateLimit[]> => rateLimitsOf(await readAll(path));

/** Writes to a key the rate limits of its organization and those above. */
export const updateLimits = (apiKeyId: string): Promise<void> =>
  retryStale(async () => {
    const item = await get(apiKeyKey(apiKeyId));
    if (!item) return;
    const key = apiKeyFromItem(item);
    const limits = await limitsOf(key);
    if (!isDeepStrictEqual(key.rate_limits, limits)) await commit(limitApiKey(key, limits));
  });

/**
 * Writes to every key of an organization and its descendants the rate limits that bind it, from a place in their list on.
 * Says where to go on if there was not time for all of them.
 */
export const spreadLimits = async (
  clientId: string,
  from: string | undefined,
  timeLeft: TimeLeft,
): Promise<'done' | { readonly after: string | undefined }> => {
  const read = reader({ list: 'api_keys', owner: clientId, order: 'asc' });
  let after = from;
  do {
    const { items, last } = await read(100, after);
    for (const { sk } of items) {
      if (!timeLeft()) return { after };
      await updateLimits(sk.slice(sk.indexOf('#') + 1));
      after = sk;
    }
    after = last?.sk;
  } while (after !== undefined);
  return 'done';
};
