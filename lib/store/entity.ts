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
import { pack, unpack } from './records.ts';
import type { Item, Key } from './table.ts';

/** An entity of an organization, or of the platform, as it is stored. */
export type EntityRecord<T> = T & { readonly path: readonly string[] };

export interface OwnedEntity {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly client_id: string | null;
}

interface Declaration<T extends OwnedEntity, I, R extends EntityRecord<T>> {
  readonly prefix: IdPrefix;
  readonly list: ListName;
  readonly keyOf: (id: string) => Key;
  /** The fields that a list shows. */
  readonly shown: (record: R) => object;
  /** The fields that are stored as JSON text beside the others; absent: the record is one JSON text. */
  readonly json?: readonly (keyof R & string)[];
  /** Fields that entities have not always had, as those that lack them have them. */
  readonly defaults?: Partial<T & I>;
}

type Fields<T extends OwnedEntity> = Omit<T, keyof OwnedEntity>;

/** A kind of entity that only lists refer to. Its record may have fields that no caller sees. */
export const entities = <
  T extends OwnedEntity,
  I extends object,
  R extends EntityRecord<T> = EntityRecord<T>,
>({
  prefix,
  list,
  keyOf,
  shown,
  json,
  defaults,
}: Declaration<T, I, R>) => {
  const asStored = (item: Item): R =>
    json ? unpack<R>(item, json) : (JSON.parse(item.record as string) as R);
  const fromItem = (item: Item): R => ({ ...defaults, ...asStored(item) });
  /** An entity, without a check of the caller’s reach, for work of the service itself. */
  const read = async (id: string): Promise<R | undefined> => {
    const item = await get(keyOf(id));
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
    defaults,
    keyOf,
    fromItem,
    read,
    entryOf,
    toItem: (record: R): Item => {
      const { id, version, client_id, path } = record;
      const attributes = json
        ? pack(record, json)
        : { id, version, client_id, path, record: JSON.stringify(record) };
      return { ...attributes, ...keyOf(id) };
    },
    represent: ({ path: _path, ...entity }: R): T => entity as unknown as T,
    /** The fields that a request may change. */
    fieldsOf: (record: R): Fields<T> => {
      const { id: _id, created_at: _created, updated_at: _updated, version: _version, ...rest } = record;
      const { client_id: _client, path: _path, ...fields } = rest as unknown as R;
      return fields as unknown as Fields<T>;
    },
    /** The items that an entity has besides its record. */
    footprint: (item: Item): Item[] => entryItems(entryOf(asStored(item))),
    /** The entity, if the caller reaches it. One out of reach does not exist for the caller. */
    find: async (caller: Reach, id: string): Promise<R | undefined> => {
      const record = await read(id);
      return record && reaches(caller, record.path) ? record : undefined;
    },
  };
};

export type Entities<T extends OwnedEntity, R extends EntityRecord<T>> = ReturnType<
  typeof entities<T, object, R>
>;

/*
 * Lists and writes are functions of their own, so that a function which uses none contains none, and may make
 * none.
 */

export const listEntities = async <T extends OwnedEntity, I extends object, R extends EntityRecord<T>>(
  { list, defaults }: ReturnType<typeof entities<T, I, R>>,
  owner: string,
  paging: PageRequest,
): Promise<Page<I>> => {
  const { items, next } = await listEntries<I>({ list, owner, ...paging });
  return { data: items.map((item) => ({ ...defaults, ...item })), next };
};

export const insertEntity = <T extends OwnedEntity, R extends EntityRecord<T>>(
  { prefix, toItem, entryOf, represent }: Entities<T, R>,
  path: readonly string[],
  { client_id: _client, ...fields }: Fields<T> & { client_id?: unknown },
): Write<T> => {
  const id = newId(prefix);
  const created_at = createdAt(id);
  const client_id = path.at(-1) ?? null;
  const record = { id, created_at, updated_at: created_at, version: 1, client_id, ...fields, path };
  const stored = record as unknown as R;
  return {
    operations: [put(toItem(stored)), ...entryWrites(entryOf(stored))],
    reply: represent(stored),
    about: stored,
  };
};

/** Replaces the fields, unless they are what they were. */
export const replaceEntity = <T extends OwnedEntity, R extends EntityRecord<T>>(
  { toItem, entryOf, represent, fieldsOf }: Entities<T, R>,
  before: R,
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

export const entityRemovals = <T extends OwnedEntity, R extends EntityRecord<T>>(
  { keyOf, entryOf }: Entities<T, R>,
  record: R,
): readonly Operation<Stale>[] => [
  removeVersion(keyOf(record.id), record.version),
  ...entryRemovals(entryOf(record)),
];

export const removeEntity = <T extends OwnedEntity, R extends EntityRecord<T>>(
  all: Entities<T, R>,
  record: R,
): Write<undefined> => ({
  operations: entityRemovals(all, record),
  reply: undefined,
  replaces: all.represent(record),
  about: record,
});
