import type { ApiKeyItem } from '#lib/contract/api-keys.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { actorOf } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { changeWrites } from '../audit/record-change.ts';
import type { ApiKeyWithUse } from '../keys/api-keys.ts';
import { apiKeyFromItem, lastUse, represent, revokeApiKey } from '../keys/api-keys.ts';
import { apiKeyKey, idIn, lastUseKey } from '../keys.ts';
import { listPages, reader } from '../lists/listing.ts';
import { batchGet } from '../operations/batch-get.ts';
import { commit } from '../operations/commit.ts';
import { get } from '../operations/get.ts';
import type { Operation } from '../operations/operation.ts';
import { retryStale } from '../operations/retry-stale.ts';
import { secondLookWrite } from '../tasks/second-look.ts';
import type { MemberRecord } from './members.ts';

/** The API keys that a member created: they belong to the member's organization or to one below. */
export const keysOf = async (member: Pick<MemberRecord, 'id' | 'client_id'>): Promise<ApiKeyWithUse[]> => {
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

type Revoker = Pick<Caller, 'key_id' | 'person'>;

/**
 * Revokes one key, with its record in the audit log. The key stays if it is the platform's and whoever revokes it is gone: otherwise two
 * callers that revoke each other's keys could leave none.
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
  for (const found of await keysOf(member)) await revokeOne(by, found);
};

/**
 * The revocation of a member's keys, which follows the removal: a task, written with the removal, completes a revocation that was
 * interrupted.
 */
export const revocationOf = (
  { id, client_id }: MemberRecord,
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
