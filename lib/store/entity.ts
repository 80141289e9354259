import { isDeepStrictEqual } from 'node:util';
import type { IdPrefix } from '#lib/contract/fields.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import type { KindById, ListName } from './keys.ts';
import { keyOf } from './keys.ts';
import type { Entry, Page, PageRequest } from './lists/listing.ts';
import { entryItems, entryRemovals, entryWrites, listEntries, ownersOf } from './lists/listing.ts';
import type { Stale } from './operations/failures.ts';
import { get } from './operations/get.ts';
import type { Operation, Write } from './operations/operation.ts';
import { put, putUnchanged } from './operations/put.ts';
import { removeVersion } from './operations/remove.ts';
import type { ReadAttributes } from './operations/unchanged.ts';
import { pack, unpack } from './records.ts';
import type { Item } from './table.ts';

/** An entity of an organization, or of the platform, as it is stored. */
export type EntityRecord<T> = T & { readonly path: readonly string[] };

export interface OwnedEntity {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly client_id: string | null;
}

type OwnedRecord = EntityRecord<OwnedEntity>;

interface Declaration<R extends OwnedRecord, I> {
  readonly prefix: IdPrefix;
  readonly list: ListName;
  readonly kind: KindById;
  /** The fields that a list shows. */
  readonly shown: (record: R) => I;
  /** The fields that are stored as JSON text beside the others; absent: the record is one JSON text. */
  readonly json?: readonly (keyof R & string)[];
  /** Attributes of the record that also change without a new version. */
  readonly unversioned?: readonly string[];
}

type Fields<T> = Omit<T, keyof OwnedEntity>;

/**
 * A kind of entity that only lists refer to. Its record may have fields that no caller sees. Declarations are
 * marked as pure, so that a function contains only those of the kinds that it uses.
 */
export const entities = <R extends OwnedRecord, I extends object, T = Omit<R, 'path'>>({
  prefix,
  list,
  kind,
  shown,
  json,
  unversioned,
}: Declaration<R, I>) => {
  const fromItem = (item: Item): R =>
    json ? unpack<R>(item, json) : (JSON.parse(item.record as string) as R);
  /** An entity, without a check of the caller’s reach, for work of the service itself. */
  const read = async (id: string): Promise<R | undefined> => {
    const item = await get(keyOf(kind, id));
    return item && fromItem(item);
  };
  const entryOf = (record: R): Entry => ({
    list,
    owners: ownersOf(record.path),
    time: record.created_at,
    id: record.id,
    shown: { ...shown(record) } as Readonly<Record<string, unknown>>,
  });
  return {
    prefix,
    list,
    kind,
    shown,
    unversioned,
    fromItem,
    read,
    entryOf,
    toItem: (record: R): Item => {
      const { id, version, client_id, path } = record;
      const attributes = json
        ? pack(record, json)
        : { id, version, client_id, path, record: JSON.stringify(record) };
      return { ...attributes, ...keyOf(kind, id) };
    },
    represent: ({ path: _path, ...entity }: R): T => entity as unknown as T,
    /** The fields that a request may change. */
    fieldsOf: (record: R): Fields<T> => {
      const { id: _id, created_at: _created, updated_at: _updated, version: _version, ...rest } = record;
      const { client_id: _client, path: _path, ...fields } = rest as unknown as R;
      return fields as unknown as Fields<T>;
    },
    /** The entity, if the caller reaches it. One out of reach does not exist for the caller. */
    find: async (caller: Reach, id: string): Promise<R | undefined> => {
      const record = await read(id);
      return record && reaches(caller, record.path) ? record : undefined;
    },
  };
};

export type Entities<R extends OwnedRecord, T> = ReturnType<typeof entities<R, object, T>>;

/*
 * Lists and writes are functions of their own, so that a function which uses none contains none, and may make
 * none.
 */

export const listEntities = async <R extends OwnedRecord, I extends object, T>(
  { list }: ReturnType<typeof entities<R, I, T>>,
  owner: string,
  paging: PageRequest,
): Promise<Page<I>> => {
  const { items: data, next } = await listEntries<I>({ list, owner, ...paging });
  return { data, next };
};

/** The items that an entity has besides its record. */
export const entityFootprint =
  <R>({ fromItem, entryOf }: Pick<StoredAs<R>, 'entryOf'> & { readonly fromItem: (item: Item) => R }) =>
  (item: Item): Item[] =>
    entryItems(entryOf(fromItem(item)));

/** The fields with which a record begins. */
export const firstVersion = (id: string, path: readonly string[]) => {
  const created_at = createdAt(id);
  return { id, created_at, updated_at: created_at, version: 1, client_id: path.at(-1) ?? null, path };
};

/** The next version of a record. */
export const changed = <R extends Pick<OwnedEntity, 'version' | 'updated_at'>>(
  before: R,
  fields: Partial<NoInfer<R>> = {},
  updated_at = new Date().toISOString(),
): R => ({ ...before, ...fields, version: before.version + 1, updated_at });

type StoredAs<R> = {
  readonly toItem: (record: R) => Item;
  readonly entryOf: (record: R) => Entry;
  readonly unversioned?: readonly string[] | undefined;
};

/** The writes of a new record and its entries. */
export const entityWrites = <R>({ toItem, entryOf }: StoredAs<R>, record: R): Operation<never>[] => [
  put(toItem(record)),
  ...entryWrites(entryOf(record)),
];

/** The write that replaces a record, unless it has changed since it was read, also without a version. */
export const recordChange = <R>(
  { toItem, unversioned = [] }: Omit<StoredAs<R>, 'entryOf'>,
  before: R,
  after: R,
): Operation<Stale> => {
  const item = toItem(before);
  const read = Object.fromEntries(['version', ...unversioned].map((name) => [name, item[name]]));
  return putUnchanged(toItem(after), read as ReadAttributes);
};

/** The writes that replace a record and its entries, unless it has changed since it was read. */
export const entityChanges = <R extends Pick<OwnedEntity, 'version'>>(
  all: StoredAs<R>,
  before: R,
  after: R,
): Operation<Stale>[] => [
  recordChange(all, before, after),
  ...entryWrites(all.entryOf(after), all.entryOf(before)),
];

export const insertEntity = <R extends OwnedRecord, T>(
  all: Entities<R, T>,
  path: readonly string[],
  { client_id: _client, ...fields }: Fields<T> & { client_id?: unknown },
): Write<T> => {
  const record = { ...firstVersion(newId(all.prefix), path), ...fields } as unknown as R;
  return { operations: entityWrites(all, record), reply: all.represent(record), about: record };
};

/** Replaces the fields, unless they are what they were. */
export const replaceEntity = <R extends OwnedRecord, T>(
  all: Entities<R, T>,
  before: R,
  input: object,
): Write<T> => {
  const known = all.fieldsOf(before);
  const fields = Object.fromEntries(
    Object.keys(known).map((name) => [name, (input as Record<string, unknown>)[name]]),
  );
  const replaces = all.represent(before);
  if (isDeepStrictEqual(fields, known)) return { operations: [], reply: replaces, replaces };
  const after = changed(before, fields as Partial<R>);
  return {
    operations: entityChanges(all, before, after),
    reply: all.represent(after),
    replaces,
    about: after,
  };
};

export const entityRemovals = <R extends OwnedRecord, T>(
  { kind, entryOf }: Entities<R, T>,
  record: R,
): readonly Operation<Stale>[] => [
  removeVersion(keyOf(kind, record.id), record.version),
  ...entryRemovals(entryOf(record)),
];

export const removeEntity = <R extends OwnedRecord, T>(all: Entities<R, T>, record: R): Write<undefined> => ({
  operations: entityRemovals(all, record),
  reply: undefined,
  replaces: all.represent(record),
  about: record,
});
