import { ApiError } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustExist, mustNotExpire } from '#lib/store/operations/must-exist.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { putNew, putOver } from '#lib/store/operations/put.ts';
import type { Key } from '#lib/store/table.ts';

type Json = Record<string, unknown>;

/** The record of the holder of preferences: a person, or an API key. */
export const holderKey = (id: string): Key =>
  id.startsWith('prs_') ? keyOf('person', id) : keyOf('api_key', id);

export interface StoredPreferences {
  /** 0: none are stored. */
  readonly version: number;
  readonly value: Json;
}

const holderOf = ({ person, key_id }: Caller): string => person?.id ?? key_id;

export const readPreferences = async (caller: Caller): Promise<StoredPreferences> => {
  const item = await get(keyOf('preferences', holderOf(caller)));
  return item
    ? { version: item.version as number, value: JSON.parse(item.value as string) as Json }
    : { version: 0, value: {} };
};

const strangers = 'Only members of an organization store preferences';

/** Preferences are removed with their holder: a key, or a person with the last membership. */
const holderExists = ({ person, key_id }: Caller): Operation<never> => {
  if (!person) return mustExist(keyOf('api_key', key_id), () => new ApiError('unauthenticated') as never);
  return mustNotExpire(
    keyOf('person', person.id),
    () => new ApiError('insufficient_scope', { detail: strangers }) as never,
  );
};

export const replacePreferences = <P extends Json>(
  caller: Caller,
  { version, value: before }: StoredPreferences,
  value: P,
): Write<P> => {
  const item = {
    ...keyOf('preferences', holderOf(caller)),
    version: version + 1,
    value: JSON.stringify(value),
  };
  return {
    operations: [
      holderExists(caller),
      version === 0 ? putNew(item, () => new Stale()) : putOver(item, version),
    ],
    reply: value,
    replaces: before,
  };
};
