import type { ApiKey, ApiKeyInput, ApiKeyItem } from '#lib/contract/api-keys.ts';
import { hashSecret, newSecret } from '#lib/domain/api-key.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { ClientRecord } from './clients.ts';
import { happened } from './events.ts';
import type { KnownUse } from './key-usage.ts';
import { apiKeyKey, secretKey, usageKey } from './keys.ts';
import type { Entry, Page, Paging } from './listing.ts';
import { entryItems, list, listEntries, unlist } from './listing.ts';
import { batchGet } from './operations/batch-get.ts';
import { get } from './operations/get.ts';
import type { Write } from './operations/operation.ts';
import { put } from './operations/put.ts';
import { remove, removeVersion } from './operations/remove.ts';
import { pack, unpack } from './records.ts';
import type { Item } from './table.ts';

/** A key as it is stored: never the secret, and when it was last used apart, because that changes all the time. */
export interface ApiKeyRecord extends Omit<ApiKey, 'last_used_at'> {
  /** The ids of the organisations from the top down to the key's own; none: the platform's. */
  readonly path: readonly string[];
  readonly secret_hash: string;
}

const json = ['metadata'] as const;

const toItem = (key: ApiKeyRecord): Item => ({ ...pack(key, json), ...apiKeyKey(key.id) });

const entryOf = (key: ApiKeyRecord): Entry => {
  const { id, created_at, updated_at, version, client_id, name, scopes, expires_at, path } = key;
  return {
    list: 'api_keys',
    path,
    time: created_at,
    id,
    shown: { id, created_at, updated_at, version, client_id, name, scopes, expires_at },
  };
};

const secretItem = ({ id, client_id, scopes, expires_at, secret_hash }: ApiKeyRecord): Item => {
  const caller: Caller = { key_id: id, client_id, scopes, expires_at };
  return { ...secretKey(secret_hash), ...caller };
};

/** Everything else that stands in the table because of a key's record, but for the notes of its use. */
export const apiKeyFootprint = (item: Item): Item[] => {
  const key = unpack<ApiKeyRecord>(item, json);
  return [secretItem(key), ...entryItems(entryOf(key))];
};

const lastUse = (usage: Item | undefined): string | null => (usage?.last_used_at as string) ?? null;

export const represent = (key: ApiKeyRecord, last_used_at: string | null): ApiKey => ({
  ...key,
  last_used_at,
});

export interface ApiKeyWithUse {
  readonly key: ApiKeyRecord;
  readonly last_used_at: string | null;
}

export const findApiKey = async (caller: Caller, id: string): Promise<ApiKeyWithUse | undefined> => {
  const [item, usage] = await batchGet([apiKeyKey(id), usageKey(id)]);
  const key = item && unpack<ApiKeyRecord>(item, json);
  return key && reaches(caller, key.path) ? { key, last_used_at: lastUse(usage) } : undefined;
};

/** What is known of a secret: whose it is, what it may do, and when that was last noted. */
export type SecretRecord = Caller & KnownUse;

export const findSecret = async (secret: string): Promise<SecretRecord | undefined> => {
  const secret_hash = hashSecret(secret);
  const item = await get(secretKey(secret_hash));
  return item && { ...(item as unknown as SecretRecord), secret_hash };
};

export const insertApiKey = (
  client: Pick<ClientRecord, 'id' | 'path'> | null,
  { client_id: _clientId, expires_at = null, ...input }: ApiKeyInput,
): Write<ApiKey & { key: string }> => {
  const id = newId('key');
  const created_at = createdAt(id);
  const secret = newSecret();
  const client_id = client?.id ?? null;
  const key: ApiKeyRecord = {
    ...input,
    id,
    created_at,
    updated_at: created_at,
    version: 1,
    client_id,
    expires_at,
    path: client?.path ?? [],
    secret_hash: hashSecret(secret),
  };
  return {
    operations: [
      put(toItem(key)),
      put(secretItem(key)),
      ...list(entryOf(key)),
      happened('api_key.created', key),
    ],
    reply: { ...represent(key, null), key: secret },
  };
};

/** Removes the key and its secret at once: whoever has not remembered it for the moment no longer knows it. */
export const revokeApiKey = ({ key, last_used_at }: ApiKeyWithUse): Write<undefined> => ({
  operations: [
    removeVersion(apiKeyKey(key.id), key.version),
    remove(secretKey(key.secret_hash)),
    remove(usageKey(key.id)),
    ...unlist(entryOf(key)),
    happened('api_key.revoked', key),
  ],
  reply: undefined,
  replaces: represent(key, last_used_at),
});

export const listApiKeys = async (owner: string, paging: Paging): Promise<Page<ApiKeyItem>> => {
  const { items, next } = await listEntries<Omit<ApiKeyItem, 'last_used_at'>>({
    list: 'api_keys',
    owner,
    ...paging,
  });
  const uses =
    items.length > 0
      ? await batchGet(
          items.map(({ id }) => usageKey(id)),
          { eventuallyConsistent: true },
        )
      : [];
  return { data: items.map((item, at) => ({ ...item, last_used_at: lastUse(uses[at]) })), next };
};
