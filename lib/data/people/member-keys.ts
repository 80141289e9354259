import type { ApiKeyItem } from '#lib/contract/api-keys.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { ApiKeyWithUse } from '../keys/api-keys.ts';
import { apiKeyFromItem, lastUse, represent, revokeApiKey } from '../keys/api-keys.ts';
import { apiKeyKey, idIn, lastUseKey } from '../keys.ts';
import { listPages, reader } from '../lists/listing.ts';
import { batchGet } from '../operations/batch-get.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import { retryStale } from '../operations/retry-stale.ts';
import type { MemberRecord } from './members.ts';

/** The API keys that a member created: they belong to the member's organization or to one below. */
export const keysOf = async (member: MemberRecord): Promise<ApiKeyWithUse[]> => {
  const read = reader({ list: 'api_keys', owner: ownerOf(member), order: 'asc' });
  const ids: string[] = [];
  for await (const { items } of listPages(read, 500)) {
    for (const item of items) if (item.created_by === member.id) ids.push(idIn(item.sk));
  }
  const found = await Promise.all(
    ids.map(async (id) => {
      const [item, use] = await batchGet([apiKeyKey(id), lastUseKey(id)]);
      return item ? [{ key: apiKeyFromItem(item), last_used_at: lastUse(use) }] : [];
    }),
  );
  return found.flat();
};

export const itemOf = ({ key, last_used_at }: ApiKeyWithUse): ApiKeyItem => represent(key, last_used_at);

/** Revokes keys one by one, so that there may be any number. A repeat revokes the rest. */
export const revokeKeys = async (caller: Caller, keys: readonly ApiKeyWithUse[]): Promise<void> => {
  for (const { key, last_used_at } of keys) {
    await retryStale(async () => {
      const item = await get(apiKeyKey(key.id));
      if (!item) return;
      await commit(revokeApiKey({ key: apiKeyFromItem(item), last_used_at }, caller).operations);
    });
  }
};
