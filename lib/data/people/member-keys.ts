import type { ApiKeyItem } from '#lib/contract/api-keys.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Scope } from '#lib/contract/route.ts';
import { actorOf } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { changeWrites } from '../audit/record-change.ts';
import type { ApiKeyWithUse } from '../keys/api-keys.ts';
import { apiKeyFromItem, knowersOf, lastUse, makersOf, represent, revokeApiKey } from '../keys/api-keys.ts';
import { apiKeyKey, idIn, lastUseKey } from '../keys.ts';
import { listPages, reader } from '../lists/listing.ts';
import { batchGet } from '../operations/batch-get.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import type { Operation } from '../operations/operation.ts';
import { retryStale } from '../operations/retry-stale.ts';
import { secondLookWrite } from '../tasks/second-look.ts';
import type { MemberRecord } from './members.ts';

/** The part of a key's entry in a list that says whose it is. */
interface KeyEntry extends Pick<ApiKeyItem, 'created_by'> {
  /** The members who have created or rotated the key. Absent for keys from before they were stored. */
  readonly members?: readonly string[];
}

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
  // The keys that the member created come before those that these created, which may only name them.
  const makers = new Set([member.id]);
  const isOf = (members: readonly string[]): boolean => members.some((id) => makers.has(id));
  for await (const { items } of listPages(read, 500)) {
    for (const item of items) {
      const { created_by, members = makersOf({ created_by }) } = item as unknown as KeyEntry;
      if (created_by !== null && makers.has(created_by)) makers.add(idIn(item.sk));
      if (isOf(members)) ids.push(idIn(item.sk));
    }
  }
  const found = await Promise.all(
    ids.map(async (id) => {
      const [item, use] = await batchGet([apiKeyKey(id), lastUseKey(id)]);
      return item ? [{ key: apiKeyFromItem(item), last_used_at: lastUse(use) }] : [];
    }),
  );
  const known = found.flat().filter(({ key }) => isOf(knowersOf(key)));
  return {
    made: known.filter(({ key }) => isOf(makersOf(key))),
    rotated: known.filter(({ key }) => !isOf(makersOf(key))),
  };
};

/**
 * The keys whose secret a member may know and that can do more than some scopes. They stay when a member gets
 * fewer.
 */
export const keysBeyond = async (
  member: Pick<MemberRecord, 'id' | 'client_id'>,
  scopes: readonly Scope[],
): Promise<ApiKeyWithUse[]> => {
  const { made, rotated } = await keysOf(member);
  return [...made, ...rotated].filter(({ key }) => key.scopes.some((scope) => !scopes.includes(scope)));
};

export const itemOf = ({ key, last_used_at }: ApiKeyWithUse): ApiKeyItem => represent(key, last_used_at);

type Revoker = Pick<Caller, 'key_id' | 'person'>;

/**
 * Revokes one key, and records it in the audit log. A key of the platform stays if the caller that revokes it
 * no longer exists: otherwise, two callers that revoke each other's keys could leave none.
 */
const revokeOne = (by: Revoker, { key, last_used_at }: ApiKeyWithUse): Promise<void> =>
  retryStale(async () => {
    const item = await get(apiKeyKey(key.id));
    if (!item) return;
    const { operations } = revokeApiKey({ key: apiKeyFromItem(item), last_used_at }, by);
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

/** Revokes the keys of a removed member one by one, so that there may be any number. */
const revokeKeys = async ({ member, by }: Revocation): Promise<void> => {
  const tried = new Set<string>();
  // A key may have created another one until it was revoked.
  for (;;) {
    const { made } = await keysOf(member);
    const left = made.filter(({ key }) => !tried.has(key.id));
    if (left.length === 0) return;
    for (const found of left) {
      tried.add(found.key.id);
      await revokeOne(by, found);
    }
  }
};

/**
 * The revocation of a member's keys, which follows the removal: a task, written with the removal, completes a
 * revocation that was interrupted.
 */
export const revocationOf = (
  { id, client_id }: Revocation['member'],
  { key_id, person }: Caller,
): { readonly operation: Operation<never>; readonly afterwards: () => Promise<void> } => {
  const revocation: Revocation = { member: { id, client_id }, by: { key_id, ...(person && { person }) } };
  return {
    operation: secondLookWrite(id, ownerOf({ client_id }), revocation),
    afterwards: () => revokeKeys(revocation),
  };
};

/** Completes what was interrupted. */
export const finishRevocation = (state: string): Promise<void> => revokeKeys(JSON.parse(state) as Revocation);
