import { isDeepStrictEqual } from 'node:util';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import type { ApiKeyRecord } from '#lib/keys/api-keys.ts';
import { apiKeys, limitApiKey } from '#lib/keys/api-keys.ts';
import { readAll } from '#lib/organizations/clients.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import { listPages, reader } from '#lib/store/lists/listing.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { limitMember, members } from './members.ts';

/*
 * The limits of a request are stored with its secret, which every request reads, so organizations without
 * limits pay nothing. In return, a change of the settings has to be written to every key of the organization
 * and its descendants afterwards.
 */

const limitsOf = async ({ path }: Pick<ApiKeyRecord, 'path'>): Promise<RateLimit[]> =>
  rateLimitsOf(await readAll(path));

/** Writes the rate limits of a key's organization and its ancestors to the key. */
export const updateLimits = (apiKeyId: string): Promise<void> =>
  retryStale(async () => {
    const item = await get(keyOf('api_key', apiKeyId));
    if (!item) return;
    const key = apiKeys.fromItem(item);
    const limits = await limitsOf(key);
    if (!isDeepStrictEqual(key.rate_limits, limits)) await commit(limitApiKey(key, limits));
  });

const updateMemberLimits = (memberId: string): Promise<void> =>
  retryStale(async () => {
    const member = await members.read(memberId);
    if (!member) return;
    const limits = await limitsOf(member);
    if (!isDeepStrictEqual(member.rate_limits, limits)) await commit(limitMember(member, limits));
  });

/** An organization has few members, so that they need no position to continue from. */
const spreadToMembers = async (clientId: string): Promise<void> => {
  const read = reader({ list: 'members', owner: clientId, order: 'asc' });
  for await (const { items } of listPages(read, 100)) {
    for (const { sk } of items) await updateMemberLimits(idIn(sk));
  }
};

/**
 * Writes the applicable rate limits to every member and key of an organization and its descendants, from a
 * position in their list on. Returns the position to continue from if time ran out.
 */
export const spreadLimits = async (
  clientId: string,
  from: string | undefined,
  timeLeft: TimeLeft,
): Promise<'done' | { readonly after: string | undefined }> => {
  if (from === undefined) await spreadToMembers(clientId);
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
