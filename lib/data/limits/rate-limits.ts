import { isDeepStrictEqual } from 'node:util';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import type { ApiKeyRecord } from '../keys/api-keys.ts';
import { apiKeyFromItem, limitApiKey } from '../keys/api-keys.ts';
import { apiKeyKey, idIn } from '../keys.ts';
import { listPages, reader } from '../lists/listing.ts';
import type { TimeLeft } from '../lists/sweep.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import { retryStale } from '../operations/retry-stale.ts';
import { readAll } from '../organizations/clients.ts';

/*
 * The limits of a request are stored with its secret, which every request reads, so organizations without
 * limits pay nothing. In return, a change of the settings has to be written to every key of the organization
 * and its descendants afterwards.
 */

const limitsOf = async ({ path }: ApiKeyRecord): Promise<RateLimit[]> => rateLimitsOf(await readAll(path));

/** Writes the rate limits of a key's organization and its ancestors to the key. */
export const updateLimits = (apiKeyId: string): Promise<void> =>
  retryStale(async () => {
    const item = await get(apiKeyKey(apiKeyId));
    if (!item) return;
    const key = apiKeyFromItem(item);
    const limits = await limitsOf(key);
    if (!isDeepStrictEqual(key.rate_limits, limits)) await commit(limitApiKey(key, limits));
  });

/**
 * Writes the applicable rate limits to every key of an organization and its descendants, from a position in their list on.
 * Returns the position to continue from if time ran out.
 */
export const spreadLimits = async (
  clientId: string,
  from: string | undefined,
  timeLeft: TimeLeft,
): Promise<'done' | { readonly after: string | undefined }> => {
  const read = reader({ list: 'api_keys', owner: clientId, order: 'asc' });
  let after = from;
  for await (const { items } of listPages(read, 100, from)) {
    for (const { sk } of items) {
      if (!timeLeft()) return { after };
      await updateLimits(idIn(sk));
      after = sk;
    }
  }
  return 'done';
};
