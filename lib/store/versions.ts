import type { ListName } from './keys.ts';
import { keyOf } from './keys.ts';
import type { Entry, Page, PageRequest } from './lists/listing.ts';
import { entryItems, listEntries } from './lists/listing.ts';
import { get } from './operations/get.ts';
import type { Operation } from './operations/operation.ts';
import { put } from './operations/put.ts';
import type { Item, Key } from './table.ts';

/** An entity of which every version is kept. */
interface VersionedRecord {
  readonly id: string;
  readonly version: number;
}

/** The kind of entity, and the way in which its versions are stored. */
export interface VersionedKind<Entity extends VersionedRecord, Shown extends object> {
  readonly list: ListName;
  readonly kind: 'agent_version' | 'analyzer_version';
  readonly toItem: (entity: Entity, key: Key) => Item;
  readonly fromItem: (item: Item) => Entity;
  /** The fields that the list of versions shows. */
  readonly shown: (entity: Entity) => Shown;
}

export interface Versions<Entity extends VersionedRecord, Shown extends object> {
  /** The items of a version: the whole entity, and the list's entry. */
  readonly items: (entity: Entity) => Item[];
  /** Stores the new version of an entity, in the transaction of the write that changes the entity. */
  readonly keep: (entity: Entity) => Operation<never>[];
  /** The entity as it was at a version. */
  readonly find: (entity: Pick<Entity, 'id'>, version: number) => Promise<Entity | undefined>;
  readonly list: (entity: Pick<Entity, 'id'>, paging: PageRequest) => Promise<Page<Shown>>;
}

/** Keeps the versions of entities in the partitions of these entities, with a list of them. */
export const versionsOf = <Entity extends VersionedRecord, Shown extends object>({
  list,
  kind,
  toItem,
  fromItem,
  shown,
}: VersionedKind<Entity, Shown>): Versions<Entity, Shown> => {
  const entryOf = (entity: Entity): Entry => ({
    list,
    owners: [entity.id],
    // The clocks of functions may differ, version numbers do not.
    time: String(entity.version).padStart(9, '0'),
    id: entity.id,
    shown: shown(entity) as Entry['shown'],
  });
  const items = (entity: Entity): Item[] => [
    toItem(entity, keyOf(kind, entity.id, entity.version)),
    ...entryItems(entryOf(entity)),
  ];
  return {
    items,
    keep: (entity) => items(entity).map(put),
    find: async ({ id }, version) => {
      const item = await get(keyOf(kind, id, version));
      return item && fromItem(item);
    },
    list: async ({ id }, paging) => {
      const { items: data, next } = await listEntries<Shown>({ list, owner: id, ...paging });
      return { data, next };
    },
  };
};
