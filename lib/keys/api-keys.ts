import type { ApiKey, ApiKeyInput, ApiKeyItem } from '#lib/contract/api-keys.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Caller, Reach } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import { hashSecret, newSecret } from '#lib/domain/keys/api-key.ts';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { currentCause } from '#lib/store/cause.ts';
import {
  changed,
  entities,
  entityChanges,
  entityFootprint,
  entityRemovals,
  entityWrites,
  firstVersion,
  recordChange,
} from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import { countOne, uncountOne } from '#lib/store/limits/quotas.ts';
import type { Page, PageRequest } from '#lib/store/lists/listing.ts';
import { listEntries } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item, Key } from '#lib/store/table.ts';
import type { KnownUse } from './last-use.ts';

/**
 * A key as it is stored: without the secret. Its last use is a separate item, because it changes all the
 * time.
 */
export interface ApiKeyRecord extends Omit<ApiKey, 'last_used_at'> {
  /** The ids of the organizations from the top down to the key's own; none: the platform's. */
  readonly path: readonly string[];
  readonly secret_hash: string;
  /** The rate limits of its organization and those above, as last written to the key. */
  readonly rate_limits: readonly RateLimit[];
  /**
   * The members who created the key: one, or all who knew the secret of the key that created it, which may be
   * revoked before it is asked for.
   */
  readonly made_by: readonly string[];
  /**
   * The members who may know the secret: those who created the key or, once it is rotated, those who rotated
   * it last.
   */
  readonly known_to: readonly string[];
  /** The secret before the last rotation, and its expiry. */
  readonly previous:
    | (Pick<ApiKeyRecord, 'known_to'> & { readonly secret_hash: string; readonly expires_at: string })
    | null;
}

type Knowers = Pick<ApiKeyRecord, 'known_to' | 'previous'>;

/** The members who may know a secret of a key that works. */
export const knowersOf = ({ known_to, previous }: Knowers): string[] => {
  const isValid = previous !== null && previous.expires_at > new Date().toISOString();
  return [...new Set([...known_to, ...(isValid ? previous.known_to : [])])];
};

export const apiKeys = /* @__PURE__ */ entities<ApiKeyRecord, Omit<ApiKeyItem, 'last_used_at'>>({
  prefix: 'key',
  list: 'api_keys',
  kind: 'api_key',
  json: ['metadata', 'rate_limits'],
  unversioned: ['rate_limits'],
  shown: (key) => {
    const { id, created_at, updated_at, version, client_id, name, scopes, expires_at, created_by } = key;
    // The rest of the record says which of them may know the secret.
    const members = [...new Set([...key.made_by, ...key.known_to, ...(key.previous?.known_to ?? [])])];
    return { id, created_at, updated_at, version, client_id, name, scopes, expires_at, created_by, members };
  },
});

/**
 * The items by which the secrets of a key are found: the current one, and the previous one while it is valid.
 */
const secretItems = (key: ApiKeyRecord): Item[] => {
  const { id, client_id, scopes, rate_limits, previous } = key;
  return [key, ...(previous ? [previous] : [])].map(({ secret_hash, expires_at }) => {
    const caller: Caller = { key_id: id, client_id, scopes, expires_at, rate_limits };
    return { ...keyOf('secret', secret_hash), ...caller };
  });
};

/** The items that a key has besides its record, except its last use. */
export const apiKeyFootprint = (item: Item): Item[] => {
  const key = apiKeys.fromItem(item);
  return [...secretItems(key), ...entityFootprint(apiKeys)(item)];
};

export const lastUse = (usage: Item | undefined): string | null => (usage?.last_used_at as string) ?? null;

export const represent = (key: ApiKeyRecord, last_used_at: string | null): ApiKey => ({
  ...key,
  last_used_at,
});

export interface ApiKeyWithUse {
  readonly key: ApiKeyRecord;
  readonly last_used_at: string | null;
}

export const findApiKey = async (caller: Reach, id: string): Promise<ApiKeyWithUse | undefined> => {
  const [item, usage] = await batchGet([keyOf('api_key', id), keyOf('last_use', id)]);
  const key = item && apiKeys.fromItem(item);
  return key && reaches(caller, key.path) ? { key, last_used_at: lastUse(usage) } : undefined;
};

/** The record of a secret: its key, scopes and last recorded use. */
export type SecretRecord = Caller & KnownUse;

export const findSecret = async (secret: string): Promise<SecretRecord | undefined> => {
  const secret_hash = hashSecret(secret);
  const item = await get(keyOf('secret', secret_hash));
  return item && { ...(item as unknown as SecretRecord), secret_hash };
};

/** The members who may know the secret of a caller, and so every secret that the caller is given. */
export const membersBehind = async ({ key_id, person }: Caller): Promise<readonly string[]> => {
  if (person) return [key_id];
  const item = await get(keyOf('api_key', key_id));
  return item ? knowersOf(item as unknown as Knowers) : [];
};

/** `made_by`: the members who may learn the secret. A program of the operator has none. */
export const insertApiKey = (
  lineage: Lineage | null,
  { client_id: _clientId, expires_at = null, ...input }: ApiKeyInput,
  made_by: readonly string[] = [],
): Write<ApiKey & { key: string }, 'quota_exceeded'> => {
  const secret = newSecret();
  const key: ApiKeyRecord = {
    ...input,
    ...firstVersion(newId(apiKeys.prefix), lineage?.client.path ?? []),
    created_by: currentCause()?.caller?.key_id ?? null,
    expires_at,
    secret_hash: hashSecret(secret),
    rate_limits: rateLimitsOf(lineage?.members ?? []),
    made_by,
    known_to: made_by,
    previous: null,
  };
  return {
    operations: [
      ...countOne(lineage, 'api_keys'),
      ...entityWrites(apiKeys, key),
      ...secretItems(key).map(put),
      eventWrite('api_key.created', key),
    ],
    reply: { ...represent(key, null), key: secret },
  };
};

/**
 * Removes the key and its secret. Only functions that have cached the secret still accept it for a moment.
 */
export const removeApiKey = (key: ApiKeyRecord): readonly Operation<Stale>[] => [
  ...entityRemovals(apiKeys, key),
  ...uncountOne(key.path, 'api_keys'),
  ...secretItems(key).map(keyIn).map(remove),
  remove(keyOf('last_use', key.id)),
  remove(keyOf('preferences', key.id)),
  eventWrite('api_key.revoked', key),
];

/** The record of the key, or of the member, that sends a request. */
const holderKey = (id: string): Key => (id.startsWith('mem_') ? keyOf('member', id) : keyOf('api_key', id));

export const revokeApiKey = (
  { key, last_used_at }: ApiKeyWithUse,
  { key_id }: Pick<Caller, 'key_id'>,
): Write<undefined, 'platform_key_needed'> => ({
  operations: [
    // Two platform keys that revoke each other at the same moment would both succeed.
    ...(key.client_id === null
      ? [mustExist(holderKey(key_id), () => new ApiError('platform_key_needed'))]
      : []),
    ...removeApiKey(key),
  ],
  reply: undefined,
  replaces: represent(key, last_used_at),
});

/** The earlier of two times. */
const earlier = (one: string, other: string | null): string => (other !== null && other < one ? other : one);

/**
 * Gives the key another secret. The previous one remains valid for a while, and the one before it does not.
 */
export const rotateApiKey = (
  { key, last_used_at }: ApiKeyWithUse,
  overlapSeconds: number,
  known_to: readonly string[],
): Write<ApiKey & { key: string }> => {
  const secret = newSecret();
  const now = new Date();
  const until = new Date(now.getTime() + overlapSeconds * 1000).toISOString();
  const fields = {
    secret_hash: hashSecret(secret),
    known_to,
    previous:
      overlapSeconds > 0
        ? {
            secret_hash: key.secret_hash,
            expires_at: earlier(until, key.expires_at),
            known_to: key.known_to,
          }
        : null,
  };
  const after = changed(key, fields, now.toISOString());
  const kept = secretItems(after);
  const stale = secretItems(key).filter(({ pk }) => !kept.some((item) => item.pk === pk));
  return {
    operations: [
      ...entityChanges(apiKeys, key, after),
      ...kept.map(put),
      ...stale.map(keyIn).map(remove),
      eventWrite('api_key.rotated', after),
    ],
    reply: { ...represent(after, last_used_at), key: secret },
    replaces: represent(key, last_used_at),
  };
};

/**
 * Gives a key and its secrets other rate limits. They are not shown, so the key's version stays the same. If
 * two changes reach the key at the same moment, the second one reads again.
 */
export const limitApiKey = (
  before: ApiKeyRecord,
  rate_limits: readonly RateLimit[],
): readonly Operation<Stale>[] => {
  const key: ApiKeyRecord = { ...before, rate_limits };
  return [recordChange(apiKeys, before, key), ...secretItems(key).map(put)];
};

export const listApiKeys = async (
  owner: string,
  { updated_after }: { readonly updated_after?: string | undefined },
  paging: PageRequest,
): Promise<Page<ApiKeyItem>> => {
  const { items, next } = await listEntries<Omit<ApiKeyItem, 'last_used_at'>>({
    list: 'api_keys',
    owner,
    changedFrom: updated_after,
    ...paging,
  });
  const uses = await batchGet(
    items.map(({ id }) => keyOf('last_use', id)),
    { eventuallyConsistent: true },
  );
  return { data: items.map((item, at) => ({ ...item, last_used_at: lastUse(uses[at]) })), next };
};
