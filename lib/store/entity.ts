import { isDeepStrictEqual } from 'node:util';
import type { IdPrefix } from '#lib/contract/fields.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { ListName } from './keys.ts';
import type { Entry, Page, PageRequest } from './lists/listing.ts';
import { entryItems, entryRemovals, entryWrites, listEntries, ownersOf } from './lists/listing.ts';
import type { Stale } from './operations/failures.ts';
import { get } from './operations/get.ts';
import type { Operation, Write } from './operations/operation.ts';
import { put, putOver } from './operations/put.ts';
import { removeVersion } from './operations/remove.ts';
import type { Item, Key } from './table.ts';

/** An entity of an organization, or of the platform, as it is stored. */
export type EntityRecord<T> = T & { readonly path: readonly string[] };

interface OwnedEntity {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly client_id: string | null;
}

interface Declaration<T extends OwnedEntity, I> {
  readonly prefix: IdPrefix;
  readonly list: ListName;
  readonly keyOf: (id: string) => Key;
  /** The fields that a list shows. */
  readonly shown: (entity: T) => I;
}

type Fields<T extends OwnedEntity> = Omit<T, keyof OwnedEntity>;

/** An entity that is stored as JSON, and that only the entries of lists refer to. */
export const entities = <T extends OwnedEntity, I extends object>(declaration: Declaration<T, I>) => {
  const { prefix, list, keyOf, shown } = declaration;
  const fromItem = (item: Item): EntityRecord<T> => JSON.parse(item.record as string) as EntityRecord<T>;
  const read = async (id: string): Promise<EntityRecord<T> | undefined> => {
    const item = await get(keyOf(id));
    return item && fromItem(item);
  };
  const entryOf = (record: EntityRecord<T>): Entry => ({
    list,
    owners: ownersOf(record.path),
    time: record.created_at,
    id: record.id,
    shown: { ...shown(record) } as Readonly<Record<string, unknown>>,
  });
  return {
    prefix,
    keyOf,
    fromItem,
    read,
    entryOf,
    toItem: (record: EntityRecord<T>): Item => ({
      ...keyOf(record.id),
      id: record.id,
      version: record.version,
      client_id: record.client_id,
      path: record.path,
      record: JSON.stringify(record),
    }),
    represent: ({ path: _path, ...entity }: EntityRecord<T>): T => entity as unknown as T,
    /** The fields that a request may change. */
    fieldsOf: (record: EntityRecord<T>): Fields<T> => {
      const { id: _id, created_at: _created, updated_at: _updated, version: _version, ...rest } = record;
      const { client_id: _client, path: _path, ...fields } = rest as EntityRecord<T>;
      return fields as unknown as Fields<T>;
    },
    footprint: (item: Item): Item[] => entryItems(entryOf(fromItem(item))),
    find: async (caller: Reach, id: string): Promise<EntityRecord<T> | undefined> => {
      const record = await read(id);
      return record && reaches(caller, record.path) ? record : undefined;
    },
    list: async (owner: string, paging: PageRequest): Promise<Page<I>> => {
      const { items: data, next } = await listEntries<I>({ list, owner, ...paging });
      return { data, next };
    },
  };
};

type Records<T extends OwnedEntity> = Omit<ReturnType<typeof entities<T, object>>, 'list'>;

/*
 * The writes are functions of their own, so that a function that only reads contains none, and may make none.
 */

export const insertEntity = <T extends OwnedEntity>(
  { prefix, toItem, entryOf, represent }: Records<T>,
  path: readonly string[],
  { client_id: _client, ...fields }: Fields<T> & { client_id?: unknown },
): Write<T> => {
  const id = newId(prefix);
  const created_at = createdAt(id);
  const client_id = path.at(-1) ?? null;
  const record = { id, created_at, updated_at: created_at, version: 1, client_id, ...fields, path };
  const stored = record as unknown as EntityRecord<T>;
  return {
    operations: [put(toItem(stored)), ...entryWrites(entryOf(stored))],
    reply: represent(stored),
    about: stored,
  };
};

/** Replaces the fields, unless they are what they were. */
export const replaceEntity = <T extends OwnedEntity>(
  { toItem, entryOf, represent, fieldsOf }: Records<T>,
  before: EntityRecord<T>,
  input: object,
): Write<T> => {
  const known = fieldsOf(before);
  const fields = Object.fromEntries(
    Object.keys(known).map((name) => [name, (input as Record<string, unknown>)[name]]),
  );
  const replaces = represent(before);
  if (isDeepStrictEqual(fields, known)) return { operations: [], reply: replaces, replaces };
  const { version } = before;
  const after = { ...before, ...fields, version: version + 1, updated_at: new Date().toISOString() };
  return {
    operations: [putOver(toItem(after), version), ...entryWrites(entryOf(after), entryOf(before))],
    reply: represent(after),
    replaces,
    about: after,
  };
};

export const entityRemovals = <T extends OwnedEntity>(
  { keyOf, entryOf }: Records<T>,
  record: EntityRecord<T>,
): readonly Operation<Stale>[] => [
  removeVersion(keyOf(record.id), record.version),
  ...entryRemovals(entryOf(record)),
];

export const removeEntity = <T extends OwnedEntity>(
  records: Records<T>,
  record: EntityRecord<T>,
): Write<undefined> => ({
  operations: entityRemovals(records, record),
  reply: undefined,
  replaces: records.represent(record),
  about: record,
});
