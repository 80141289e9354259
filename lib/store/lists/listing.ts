import { isDeepStrictEqual } from 'node:util';
import type { Position } from '#lib/contract/page.ts';
import { platform } from '#lib/domain/caller.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import type { ListName } from '../keys.ts';
import { idIn, keyIn, keyOf, listPartition, listSort } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Operation } from '../operations/operation.ts';
import { projection } from '../operations/projection.ts';
import { put } from '../operations/put.ts';
import type { QueryPage } from '../operations/query.ts';
import { query } from '../operations/query.ts';
import { remove } from '../operations/remove.ts';
import { upgraded } from '../shapes.ts';
import type { Item, ItemKey, Key } from '../table.ts';
import { claimedPlaces } from './claimed.ts';
import type { FacetName, FacetsAsked, FacetValues } from './facets.ts';
import { facetAttribute } from './facets.ts';
import type { Confirmation, Criteria, Lane, Plan } from './plan.ts';
import { facetAttributesOf, hasFacets, lanesOf, planFor, queryOf, startOf } from './plan.ts';
import type { ListOwner } from './shards.ts';
import { shardNameOf, shardNames } from './shards.ts';

/** The owner of a list. An id alone means that the list is not spread over partitions. */
export type Owner = string | ListOwner;

export const listOwner = (owner: Owner): ListOwner =>
  typeof owner === 'string' ? { id: owner, shards: 1, level: 0, path: [] } : owner;

/** An entity's entry in lists: the shown fields, and its facets. */
export interface Entry {
  readonly list: ListName;
  /** The owners of the lists that contain it. */
  readonly owners: readonly Owner[];
  /** The time or number by which lists are sorted. It never changes. */
  readonly time: string;
  readonly id: string;
  /** The facets in the list of an owner. */
  readonly facets?: (owner: string) => FacetValues;
  /** The folded name, for lists with a filter by its beginning. */
  readonly name_key?: string;
  /** The fields that the list shows. Their size is limited, and no name is that of a facet's attribute. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** The platform, and every organization of a path, or those from a depth on. */
export const ownersOf = (path: readonly string[], from: Depth = 0): string[] =>
  [platform, ...path].slice(from);

/** The name of the list, or of its part, in the keys of an entry. */
const shardOfEntry = ({ pk }: ItemKey): string => pk.slice(0, pk.lastIndexOf('#'));

/** The key of the entry at a place (`<time>#<id>`) of an owner's list. */
export const entryKey = (owner: Owner, list: ListName, place: string): Key => {
  const [time = '', id = ''] = place.split('#');
  return keyOf('listing_entry', shardNameOf(listOwner(owner), id), list, time, id);
};

/** Whether an entry has these facets. */
export const entryHas = (entry: Item, facets: FacetsAsked): boolean =>
  hasFacets(shardOfEntry(entry), entry, facets);

/** An entity's entries, one for each owner. */
export const entryItems = ({ list, owners, time, id, facets, name_key, shown }: Entry): Item[] =>
  owners.map((owner) => {
    const key = entryKey(owner, list, listSort(time, id));
    return {
      ...key,
      ...facetAttributesOf(shardOfEntry(key), facets?.(listOwner(owner).id) ?? {}),
      ...(name_key && { name_key }),
      ...shown,
    };
  });

/** Writes an entity's entries, one for each owner, as far as they have changed. */
export const entryWrites = (entry: Entry, before?: Entry): Operation<never>[] => {
  const known = before ? entryItems(before) : [];
  return entryItems(entry)
    .filter((item, at) => !isDeepStrictEqual(item, known[at]))
    .map(put);
};

/** The number of entries in a list, read from a limited number of DynamoDB pages. */
export const countEntries = async (
  owner: Owner,
  list: ListName,
  maxPages: number,
): Promise<{ readonly count: number; readonly pages: number; readonly hasMore: boolean }> => {
  let count = 0;
  let pages = 0;
  for (const shard of shardNames(listOwner(owner))) {
    let last: Item | undefined;
    do {
      if (pages >= maxPages) return { count, pages, hasMore: true };
      const page = await query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': listPartition(shard, list) },
        Select: 'COUNT',
        ...(last && { ExclusiveStartKey: { pk: last.pk, sk: last.sk } }),
      });
      count += page.count;
      pages += 1;
      last = page.last;
    } while (last);
  }
  return { count, pages, hasMore: false };
};

export const entryRemovals = (entry: Entry): Operation<never>[] => entryItems(entry).map(keyIn).map(remove);

/** The requested page of a list. */
export interface PageRequest {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly position?: Position | undefined;
}

export interface ListQuery extends PageRequest, Criteria {
  readonly owner: Owner;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly until?: string | undefined;
  /**
   * The attributes that the list shows; absent: all. Reading only these takes less time where entries have
   * many facets.
   */
  readonly attributes?: readonly string[] | undefined;
  /** The places (`<time>#<id>`) of the only entries that are looked for; absent: any. */
  readonly places?: readonly string[] | undefined;
  /** Whether the newest writes may be missing, at half the price. An index is always read so. */
  readonly eventuallyConsistent?: boolean | undefined;
}

/** The conditions that a filter adds to a query. */
export type ListCriteria = Partial<
  Pick<ListQuery, 'facets' | 'from' | 'until' | 'name' | 'changedFrom' | 'where' | 'confirm'>
>;

/**
 * The conditions of each filter of a route. If the list lacks a filter that the contract declares, it does
 * not compile.
 */
export type Asks<Filters> = {
  readonly [F in keyof Filters]-?: (value: NonNullable<Filters[F]>) => ListCriteria;
};

/** The conditions of all filters in a request. */
export const askedBy = <Filters extends object>(asks: Asks<Filters>, filters: Filters): ListCriteria => {
  const asked = (Object.keys(asks) as (keyof Filters)[]).flatMap((name) => {
    const value = filters[name];
    return value === undefined || value === null ? [] : [asks[name](value)];
  });
  const facets: FacetsAsked = Object.assign({}, ...asked.map((one) => one.facets));
  const conditions = asked.flatMap(({ where }) => where ?? []);
  return {
    ...Object.assign({}, ...asked),
    facets,
    ...(conditions.length > 0 && { where: (entry: Item) => conditions.every((where) => where(entry)) }),
  };
};

export interface ListPage<Shown = unknown> {
  readonly items: (Item & Shown)[];
  /** The position at which to continue; absent on the last page. */
  readonly next?: Position | undefined;
}

/** A page as a handler returns it. */
export interface Page<T> {
  readonly data: T[];
  readonly next?: Position | undefined;
}

/** The maximum number of DynamoDB pages per request. */
export const maxPages = 4;

/**
 * The size of the next page: enough for the missing entries at the rate of matches so far, and half as many
 * again. Much more if nothing matched.
 */
const nextPageSize = (missing: number, passed: number, read: number, size: number): number =>
  passed === 0 ? size * 4 : Math.min(Math.ceil(((missing * read) / passed) * 1.5), size * 16);

/** The sort keys from one time (inclusive) to another (exclusive), as a range closed at both ends. */
export const sortRange = ({ from, until }: Pick<ListQuery, 'from' | 'until'>): [string, string] => [
  from ?? '0',
  // A time sorts before every key that begins with it, so it is exclusive.
  until ?? ':',
];

/** Whether a place is in a range of time. */
export const isInRange = (place: string, range: Pick<ListQuery, 'from' | 'until'>): boolean => {
  const [low, high] = sortRange(range);
  return place >= low && place <= high;
};

/** Reads a list, or a part of it, by DynamoDB page. `last` is the position at which the page ended. */
export type ReadPage = (limit: number, after: string | undefined) => Promise<QueryPage>;

const readerOf = (lane: Lane, plan: Plan, asked: Omit<ListQuery, 'limit'>): ReadPage => {
  const [low, high] = sortRange(asked);
  const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues, ...input } = queryOf(
    plan,
    lane,
  );
  const part = asked.attributes && projection(asked.attributes);
  const names = { ...ExpressionAttributeNames, ...part?.ExpressionAttributeNames };
  return async (limit, after) =>
    low > high
      ? { items: [], count: 0, scanned: 0, more: false, last: undefined }
      : query({
          ...input,
          ...part,
          ...(asked.eventuallyConsistent && { ConsistentRead: false }),
          ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
          KeyConditionExpression: `${KeyConditionExpression} AND sk BETWEEN :low AND :high`,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':low': low, ':high': high },
          ScanIndexForward: asked.order === 'asc',
          Limit: limit,
          ...(after !== undefined && { ExclusiveStartKey: startOf(plan, lane, after) }),
        });
};

/** The way to read the list of an owner. */
export const planOf = (asked: Omit<ListQuery, 'limit'>): Plan =>
  planFor(asked, listOwner(asked.owner).shards);

/**
 * Readers of the parts of a list, for each value of the facet that is served. Entries of different readers
 * have no order among each other. With a facet of conversations, callers can only rely on the keys of
 * entries.
 */
export const readers = (asked: Omit<ListQuery, 'limit'>, plan = planOf(asked)): ReadPage[] =>
  lanesOf(plan, shardNames(listOwner(asked.owner)), listOwner(asked.owner).level).map((lane) =>
    readerOf(lane, plan, asked),
  );

/** Reads a list that is not spread over partitions. */
export const reader = (asked: Omit<ListQuery, 'limit'>): ReadPage => {
  const [read, ...others] = readers(asked);
  if (!read || others.length > 0) throw new Error(`The list of ${asked.list} is spread`);
  return read;
};

/** All pages of a list after a sort key. A page is read only when the loop requests it. */
export async function* listPages(
  read: ReadPage,
  limit: number,
  from?: string | undefined,
): AsyncGenerator<QueryPage> {
  let after = from;
  do {
    const page = await read(limit, after);
    yield page;
    after = page.last?.sk;
  } while (after !== undefined);
}

/** A part of a list, with a value of the facet that is served, during a read. */
interface OpenLane {
  readonly read: ReadPage;
  /** The position at which its last page ended. */
  reached: string | undefined;
  more: boolean;
}

/**
 * The number of entries that fit into 4 KB, for which DynamoDB charges a Query even if it reads less: 8, or
 * 18 of those in an index, which contains only their keys and facets. If the entries themselves have to be
 * compared, each of these is charged as well.
 */
const leastOf = ({ isWhole, isDecided }: Plan): number => {
  if (isWhole) return 8;
  return isDecided ? 18 : 4;
};

/** The number of entries per call, and the maximum to compare concurrently. */
const comparedAtOnce = 100;

/**
 * The number of entries to read from each of several lanes: its share, rounded to multiples of the minimum,
 * with a tolerance of a tenth. Entries are spread unevenly, so some lanes are read again. That costs less
 * than reading more of every lane.
 */
const shareOf = (count: number, lanes: number, plan: Plan): number => {
  const least = leastOf(plan);
  const share = Math.max(1, Math.ceil(count / lanes / least - 0.1)) * least;
  return plan.isDecided ? share : Math.max(1, Math.min(share, Math.floor(comparedAtOnce / lanes)));
};

/** Whether an entry meets the conditions of a query other than time. */
const isAsked = (
  entry: Item,
  { facets = {}, name = '', changedFrom = '', where }: Omit<ListQuery, 'limit'>,
): boolean =>
  entryHas(entry, facets) &&
  (where?.(entry) ?? true) &&
  String(entry.name_key ?? '').startsWith(name) &&
  String(entry.updated_at ?? '') >= changedFrom;

/** The attributes that are needed to show an entry, compare its facets and upgrade it; undefined: all. */
const attributesOf = ({ attributes, facets = {} }: Omit<ListQuery, 'limit'>): readonly string[] | undefined =>
  attributes && [...attributes, 'shape', ...(Object.keys(facets) as FacetName[]).map(facetAttribute)];

/**
 * The entries at places, such as those in an index, without those that were removed or no longer meet the
 * conditions.
 */
export const readEntries = async (
  places: readonly string[],
  asked: Omit<ListQuery, 'limit'>,
): Promise<Item[]> => {
  const keys = places.map((place) => entryKey(asked.owner, asked.list, place));
  const attributes = attributesOf(asked);
  const options = { eventuallyConsistent: true, ...(attributes && { attributes }) };
  const read = await batchGet(keys, options);
  return read.filter((entry): entry is Item => entry !== undefined && isAsked(entry, asked));
};

const placesIn = (items: readonly Item[]): string[] => items.map(({ sk }) => sk);

const walk = async (asked: ListQuery): Promise<ListPage> => {
  const { limit, position, order, where = () => true } = asked;
  const plan = planOf(asked);
  const compare = (one: string, other: string): number =>
    one === other ? 0 : one < other === (order === 'asc') ? -1 : 1;
  const after = position?.after as string | undefined;
  const attributes = plan.isWhole ? attributesOf(asked) : [];
  const lanes = readers({ ...asked, attributes }, plan).map(
    (read): OpenLane => ({ read, reached: after, more: true }),
  );
  let open = lanes;
  const items: Item[] = [];
  const seen = new Set<string>();
  // One more item than the page shows whether there is another page.
  let size = Math.ceil((limit + 1) * plan.surplus);
  let total = 0;
  for (let page = 0; page < maxPages && open.length > 0; page += 1) {
    if (!plan.isDecided) size = Math.min(size, comparedAtOnce);
    const share = lanes.length === 1 ? size : shareOf(size, open.length, plan);
    const results = await Promise.all(open.map(({ read, reached }) => read(share, reached)));
    // An entry with several of the values is in several lanes, and in two while its values move between
    // indexes.
    const found = results.flatMap((result) => result.items).filter(({ sk }) => !seen.has(sk) && seen.add(sk));
    items.push(...(plan.isDecided ? found.filter(where) : await readEntries(placesIn(found), asked)));
    for (const [at, lane] of open.entries()) {
      const { more, last } = results[at] as QueryPage;
      lane.more = more && last !== undefined;
      lane.reached = last?.sk;
    }
    total += share * results.length;
    size = nextPageSize(Math.max(1, limit + 1 - items.length), items.length, total, size);
    items.sort((one, other) => compare(one.sk, other.sk));
    // Continue a lane while it may have an entry before the last one that is shown. Any further entry proves
    // that there is another page.
    const last = items.length > limit ? items[limit - 1] : undefined;
    open = open.filter(({ more, reached = '' }) => more && (!last || compare(reached, last.sk) < 0));
  }
  // Entries after the end of a lane that was not read further are not known to be next.
  const [nearest] = open.map(({ reached = '' }) => reached).sort(compare);
  const decided = nearest === undefined ? items : items.filter(({ sk }) => compare(sk, nearest) <= 0);
  const shown = decided.slice(0, limit);
  const end = decided.length > limit ? shown.at(-1)?.sk : nearest;
  const entries = plan.isWhole || !plan.isDecided ? shown : await readEntries(placesIn(shown), asked);
  return {
    items: asked.attributes ? entries.map(upgraded) : entries,
    ...(end !== undefined && { next: { after: end } }),
  };
};

/**
 * The number of names with the same beginning that are read at once. If there are more, reading the list
 * finds some soon.
 */
const maxNames = 500;

/** The entries whose names have this beginning, from the index of names; undefined if there are too many. */
const namedEntries = async ({
  list: name,
  owner,
  name: prefix = '',
}: ListQuery): Promise<Item[] | undefined> => {
  const { items, more } = await query({
    IndexName: 'by_name',
    KeyConditionExpression: 'pk = :pk AND begins_with(name_key, :name)',
    ExpressionAttributeValues: { ':pk': listPartition(listOwner(owner).id, name), ':name': prefix },
    Limit: maxNames,
  });
  return more ? undefined : items;
};

/** A page of entries that have been read. */
const pageOf = (entries: readonly Item[], asked: ListQuery): ListPage => {
  const { order, limit, position } = asked;
  const direction = order === 'asc' ? 1 : -1;
  const after = position?.after as string | undefined;

  const matching = entries
    .filter((item) => isAsked(item, asked))
    .filter(({ sk }) => isInRange(sk, asked))
    .filter(({ sk }) => after === undefined || (order === 'asc' ? sk > after : sk < after))
    .sort((one, other) => (one.sk < other.sk ? -direction : direction));
  const items = matching.slice(0, limit);
  const last = items.at(-1);
  return { items, ...(last && matching.length > limit && { next: { after: last.sk } }) };
};

/** The places that a page can show, in its order. */
const placesInOrder = (places: readonly string[], asked: ListQuery): string[] => {
  const after = asked.position?.after as string | undefined;
  const isAscending = asked.order === 'asc';
  const inRange = [...new Set(places)]
    .filter((place) => isInRange(place, asked))
    .filter((place) => after === undefined || (isAscending ? place > after : place < after))
    .sort();
  return isAscending ? inRange : inRange.reverse();
};

/** A page of the entries at known places of a list, read until it is full. */
const pageAt = async (known: readonly string[], asked: ListQuery): Promise<ListPage> => {
  const places = placesInOrder(known, asked);
  const attributes = attributesOf(asked);
  const items: Item[] = [];
  let read = 0;
  for (let page = 0; page < maxPages && read < places.length && items.length <= asked.limit; page += 1) {
    const keys = places
      .slice(read, read + comparedAtOnce)
      .map((place) => entryKey(asked.owner, asked.list, place));
    const entries = await batchGet(keys, attributes ? { attributes } : {});
    const whole = entries.flatMap((entry) => (entry ? [attributes ? upgraded(entry) : entry] : []));
    items.push(...whole.filter((entry) => isAsked(entry, asked)));
    read += keys.length;
  }
  const shown = items.slice(0, asked.limit);
  const end = items.length > asked.limit ? shown.at(-1)?.sk : places[read - 1];
  const isLast = items.length <= asked.limit && read === places.length;
  return {
    items: shown,
    ...(!isLast && end !== undefined && { next: { after: end } }),
  };
};

const readPage = async (asked: ListQuery): Promise<ListPage> => {
  const places = asked.places ?? (await claimedPlaces(asked.facets, listOwner(asked.owner)));
  if (places) return pageAt(places, asked);
  const named = asked.name ? await namedEntries(asked) : undefined;
  return named ? pageOf(named, asked) : walk(asked);
};

/** Leaves out the entries that their records do not confirm. */
export const confirmed = async <T extends Item>(
  entries: readonly T[],
  confirm: Confirmation | undefined,
): Promise<readonly T[]> => {
  if (!confirm) return entries;
  const open = entries.filter(confirm.isOpen);
  const records = await batchGet(
    open.map(({ sk }) => confirm.key(idIn(sk))),
    { eventuallyConsistent: true },
  );
  const refused = new Set(
    open.filter((_, at) => {
      const record = records[at];
      return !record || !confirm.holds(record);
    }),
  );
  return entries.filter((entry) => !refused.has(entry));
};

/**
 * The number of times that a page is continued in place of the entries that their records did not confirm.
 */
const maxAttempts = 3;

/**
 * A page of a list, sorted by time. With at most one facet, it takes one Query that reads exactly the page,
 * or one for each part of a list that is spread. Further facets are filters, within four DynamoDB pages. A
 * page that this limit cuts short continues at `next`, even if it is empty.
 */
export const listEntries = async <Shown>(asked: ListQuery): Promise<ListPage<Shown>> => {
  const found: Item[] = [];
  let { position } = asked;
  for (let attempt = 1; ; attempt += 1) {
    const page = await readPage({ ...asked, position, limit: asked.limit - found.length });
    found.push(...(await confirmed(page.items, asked.confirm)));
    position = page.next;
    const isFull = found.length === asked.limit || !asked.confirm || attempt === maxAttempts;
    if (!position || isFull) return { items: found as (Item & Shown)[], ...(position && { next: position }) };
  }
};
