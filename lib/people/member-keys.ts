import { changeWrites } from '#lib/audit/record-change.ts';
import type { ApiKeyItem } from '#lib/contract/api-keys.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { actorOf } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { ApiKeyWithUse } from '#lib/keys/api-keys.ts';
import { apiKeys, knowersOf, lastUse, represent, revokeApiKey } from '#lib/keys/api-keys.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import { listPages, reader } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { MemberRecord } from './members.ts';

/** The API keys whose secret a member may know. */
interface KnownKeys {
  /** Those that the member created, or a key of the member. */
  readonly made: readonly ApiKeyWithUse[];
  /** Those of others that the member, or a key of the member, has rotated. Others rely on them. */
  readonly rotated: readonly ApiKeyWithUse[];
}

/** The keys belong to the member's organization or to one below. */
export const keysOf = async (member: Pick<MemberRecord, 'id' | 'client_id'>): Promise<KnownKeys> => {
  const read = reader({ list: 'api_keys', owner: ownerOf(member), order: 'asc' });
  const ids: string[] = [];
  for await (const { items } of listPages(read, 500)) {
    for (const { sk, members } of items) {
      if ((members as readonly string[]).includes(member.id)) ids.push(idIn(sk));
    }
  }
  const found = await Promise.all(
    ids.map(async (id) => {
      const [item, use] = await batchGet([keyOf('api_key', id), keyOf('last_use', id)]);
      return item ? [{ key: apiKeys.fromItem(item), last_used_at: lastUse(use) }] : [];
    }),
  );
  const known = found.flat().filter(({ key }) => knowersOf(key).includes(member.id));
  return {
    made: known.filter(({ key }) => key.made_by.includes(member.id)),
    rotated: known.filter(({ key }) => !key.made_by.includes(member.id)),
  };
};

export const itemOf = ({ key, last_used_at }: ApiKeyWithUse): ApiKeyItem => represent(key, last_used_at);

export type Revoker = Pick<Caller, 'key_id' | 'person'>;

/**
 * Revokes a key, if it still exists, and records it in the audit log. A key of the platform stays if the
 * caller that revokes it no longer exists: otherwise, two callers that revoke each other's keys could leave
 * none.
 */
export const revokeKey = (by: Revoker, id: string): Promise<void> =>
  retryStale(async () => {
    const item = await get(keyOf('api_key', id));
    if (!item) return;
    const key = apiKeys.fromItem(item);
    const { operations } = revokeApiKey({ key, last_used_at: null }, by);
    const records = changeWrites(actorOf(by), key, { action: 'api_key.revoked', changed: [] });
    try {
      await commit([...operations, ...records]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  });

/** A member whose keys end with the membership, and who removed the member. */
interface Revocation {
  readonly member: Pick<MemberRecord, 'id' | 'client_id'>;
  readonly by: Revoker;
}

/** Revokes the keys that a member has made one by one, so that there may be any number. */
export const revokeKeys = async ({ member, by }: Revocation): Promise<void> => {
  const tried = new Set<string>();
  // A key may have created another one until it was revoked.
  for (;;) {
    const { made } = await keysOf(member);
    const left = made.filter(({ key }) => !tried.has(key.id));
    if (left.length === 0) return;
    for (const { key } of left) {
      tried.add(key.id);
      await revokeKey(by, key.id);
    }
  }
};
