import { isDeepStrictEqual } from 'node:util';
import type { Position } from '#lib/contract/page.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { platform } from '#lib/domain/caller.ts';
import type { ListName } from '../keys.ts';
import { idIn, key, keyOf, listPartition, listSort } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Operation } from '../operations/operation.ts';
import { projection } from '../operations/projection.ts';
import { put } from '../operations/put.ts';
import type { QueryPage } from '../operations/query.ts';
import { query } from '../operations/query.ts';
import { remove } from '../operations/remove.ts';
import { upgraded } from '../shapes.ts';
import type { Item, Key, Keyed } from '../table.ts';
import type { FacetName, FacetValues } from './facets.ts';
import { facetAttribute } from './facets.ts';
import type { Criteria, Plan } from './plan.ts';
import { facetAttributesOf, planFor, queryOf, startOf } from './plan.ts';
import type { ListOwner } from './shards.ts';
import { shardNameOf, shardNames } from './shards.ts';

/** Whose list it is; an id alone means that the list is not spread. */
export type Owner = string | ListOwner;

const listOwner = (owner: Owner): ListOwner => (typeof owner === 'string' ? { id: owner, shards: 1 } : owner);

/** What a list shows of an entity, and by what it can be found. */
export interface Entry {
  readonly list: ListName;
  /** Whose lists it is in. */
  readonly owners: readonly Owner[];
  /** Lists are in the order of this time, or number, which never changes. */
  readonly time: string;
  readonly id: string;
  /** The facets in the list of that owner. */
  readonly facets?: (owner: string) => FacetValues;
  /** The folded name, where there is a filter by its beginning. */
  readonly name_key?: string;
  /** The fields that the list shows; bounded, and named unlike the facets' attributes. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** The platform, and every organization of a path. */
export const ownersOf = (path: readonly string[]): string[] => [platform, ...path];

/** The name by which the keys of an entry call its list, or the part of it that the entry is in. */
const shardOfEntry = ({ pk }: Keyed): string => pk.slice(0, pk.lastIndexOf('#'));

/** The key of the entry at a place (`<time>#<id>`) of an owner's list. */
export const entryKey = (owner: Owner, list: ListName, place: string): Key =>
  key(listPartition(shardNameOf(listOwner(owner), idIn(place)), list), place);

/** Whether an entry has these facets. */
export const hasFacets = (entry: Item, values: FacetValues): boolean =>
  Object.entries(facetAttributesOf(shardOfEntry(entry), values)).every(
    ([attribute, value]) => entry[attribute] === value,
  );

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

/** Writes the entries of an entity, one for each owner: those that are not as they were before. */
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

export const entryRemovals = (entry: Entry): Operation<never>[] => entryItems(entry).map(keyOf).map(remove);

/** Which page of a list is asked for. */
export interface Paging {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly position?: Position | undefined;
}

export interface ListQuery extends Paging, Criteria {
  readonly owner: Owner;
  /** From this time on. */
  readonly from?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
  /** The attributes that the list shows; absent: all. Reading only these takes less time where entries have many facets. */
  readonly attributes?: readonly string[] | undefined;
}

/** What a filter asks of a list. */
export type Asked = Partial<
  Pick<ListQuery, 'owner' | 'facets' | 'from' | 'until' | 'name' | 'changedFrom' | 'where'>
>;

/** What each filter of a route asks. One that the contract declares and the list does not answer is missing, and does not compile. */
export type Asks<Filters> = Readonly<Record<keyof Filters, (value: string) => Asked>>;

/** What all filters that were sent ask together. */
export const askedBy = <Filters extends object>(asks: Asks<Filters>, filters: Filters): Asked => {
  const asked = (Object.keys(asks) as (keyof Filters)[]).flatMap((name) => {
    const value = filters[name];
    return typeof value === 'string' ? [asks[name](value)] : [];
  });
  const facets: FacetValues = Object.assign({}, ...asked.map((one) => one.facets));
  const conditions = asked.flatMap(({ where }) => where ?? []);
  return {
    ...Object.assign({}, ...asked),
    facets,
    ...(conditions.length > 0 && { where: (entry: Item) => conditions.every((where) => where(entry)) }),
  };
};

export interface ListPage<Shown = unknown> {
  readonly items: (Item & Shown)[];
  /** Where to go on; absent when there is nothing beyond. */
  readonly next?: Position | undefined;
}

/** A page as a handler answers it. */
export interface Page<T> {
  readonly data: T[];
  readonly next?: Position | undefined;
}

/** How many pages of DynamoDB one request reads at most. */
export const maxPages = 4;

/**
 * How much the next page reads: what should hold as many as are still missing, going by those that passed so far, and
 * half as much again; much more, where none passed.
 */
const nextPageSize = (missing: number, passed: number, read: number, size: number): number =>
  passed === 0 ? size * 4 : Math.min(Math.ceil(((missing * read) / passed) * 1.5), size * 16);

/** The sort keys from a time on and before another, as a range that is closed at both ends. */
export const sortRange = ({ from, until }: Pick<ListQuery, 'from' | 'until'>): [string, string] => [
  from ?? '0',
  // The time itself sorts before every key that begins with it.
  until ?? ':',
];

/** Reads a list, or a part of it, page by page of DynamoDB, each with a limit of its own; `last` is where the page ended. */
export type ReadPage = (limit: number, after: string | undefined) => Promise<QueryPage>;

const readerOf = (shard: string, plan: Plan, asked: Omit<ListQuery, 'limit'>): ReadPage => {
  const [low, high] = sortRange(asked);
  const { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues, ...input } = queryOf(
    plan,
    shard,
  );
  const part = asked.attributes && projection(asked.attributes);
  const names = { ...ExpressionAttributeNames, ...part?.ExpressionAttributeNames };
  return async (limit, after) =>
    low > high
      ? { items: [], count: 0, more: false, last: undefined }
      : query({
          ...input,
          ...part,
          ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
          KeyConditionExpression: `${KeyConditionExpression} AND sk BETWEEN :low AND :high`,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':low': low, ':high': high },
          ScanIndexForward: asked.order === 'asc',
          Limit: limit,
          ...(after !== undefined && { ExclusiveStartKey: startOf(plan, shard, after) }),
        });
};

/**
 * Readers of the parts of a list; the entries of different parts are in no order among each other. Under a facet of conversations, only
 * the keys of entries are read for certain.
 */
export const readers = (asked: Omit<ListQuery, 'limit'>, plan = planFor(asked)): ReadPage[] =>
  shardNames(listOwner(asked.owner)).map((shard) => readerOf(shard, plan, asked));

/** Reads a list that is not spread. */
export const reader = (asked: Omit<ListQuery, 'limit'>): ReadPage => {
  const [read, ...others] = readers(asked);
  if (!read || others.length > 0) throw new Error(`The list of ${asked.list} is spread`);
  return read;
};

/** All pages of a list from a sort key on. A page is read only when the loop over them asks for it. */
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

/** A part of a list that is being read. */
interface Lane {
  readonly read: ReadPage;
  /** Where its last page ended. */
  reached: string | undefined;
  more: boolean;
}

/**
 * The number of entries that fit into 4 KB, for which DynamoDB charges a Query even if it reads less: 8, or 18 of those in
 * an index, which contains only their keys and facets. If the entries themselves have to be compared, each of these is charged as well.
 */
const leastOf = ({ isWhole, isDecided }: Plan): number => {
  if (isWhole) return 8;
  return isDecided ? 18 : 4;
};

/**
 * What each of several lanes reads: its share, in multiples of the least, of which a tenth may be missing. Entries are spread
 * unevenly, so some lanes are read again. That costs less than reading more of every lane.
 */
const shareOf = (count: number, lanes: number, plan: Plan): number => {
  const least = leastOf(plan);
  return Math.max(1, Math.ceil(count / lanes / least - 0.1)) * least;
};

/** The number of entries that one call reads, and at most as many as are compared at once. */
const comparedAtOnce = 100;

/** Whether an entry is one of those that are asked for, apart from its time. */
const isAsked = (entry: Item, { facets = {}, name = '', changedFrom = '', where }: ListQuery): boolean =>
  hasFacets(entry, facets) &&
  (where?.(entry) ?? true) &&
  String(entry.name_key ?? '').startsWith(name) &&
  String(entry.updated_at ?? '') >= changedFrom;

/** The attributes that are needed to show an entry, compare its facets and upgrade it; undefined: all. */
const attributesOf = ({ attributes, facets = {} }: ListQuery): readonly string[] | undefined =>
  attributes && [...attributes, 'shape', ...(Object.keys(facets) as FacetName[]).map(facetAttribute)];

/** The entries of which an index has found the keys: those that are still there, and still what is asked for. */
const readEntries = async (found: readonly Item[], asked: ListQuery): Promise<Item[]> => {
  const keys = found.map(keyOf);
  const attributes = attributesOf(asked);
  const options = { eventuallyConsistent: true, ...(attributes && { attributes }) };
  const read = await Promise.all(
    inBatches(keys, comparedAtOnce).map((together) => batchGet(together, options)),
  );
  return read.flat().filter((entry): entry is Item => entry !== undefined && isAsked(entry, asked));
};

const walk = async (asked: ListQuery): Promise<ListPage> => {
  const { limit, position, order, where = () => true } = asked;
  const plan = planFor(asked);
  const compare = (one: string, other: string): number =>
    one === other ? 0 : one < other === (order === 'asc') ? -1 : 1;
  const after = position?.after as string | undefined;
  const attributes = plan.isWhole ? attributesOf(asked) : [];
  const lanes = readers({ ...asked, attributes }, plan).map(
    (read): Lane => ({ read, reached: after, more: true }),
  );
  let open = lanes;
  const items: Item[] = [];
  // One more item than the page shows whether there is another page.
  let size = Math.ceil((limit + 1) * plan.surplus);
  let total = 0;
  for (let page = 0; page < maxPages && open.length > 0; page += 1) {
    if (!plan.isDecided) size = Math.min(size, comparedAtOnce);
    const share = lanes.length === 1 ? size : shareOf(size, open.length, plan);
    const results = await Promise.all(open.map(({ read, reached }) => read(share, reached)));
    const found = results.flatMap((result) => result.items);
    items.push(...(plan.isDecided ? found.filter(where) : await readEntries(found, asked)));
    for (const [at, lane] of open.entries()) {
      const { more, last } = results[at] as QueryPage;
      lane.more = more && last !== undefined;
      lane.reached = last?.sk;
    }
    total += share * results.length;
    size = nextPageSize(Math.max(1, limit + 1 - items.length), items.length, total, size);
    items.sort((one, other) => compare(one.sk, other.sk));
    // Continue a lane while it may have an entry before the last one that is shown. Any further entry proves that there is another page.
    const last = items.length > limit ? items[limit - 1] : undefined;
    open = open.filter(({ more, reached = '' }) => more && (!last || compare(reached, last.sk) < 0));
  }
  // What comes after the end of a lane that was not read further is not known to be next.
  const [nearest] = open.map(({ reached = '' }) => reached).sort(compare);
  const decided = nearest === undefined ? items : items.filter(({ sk }) => compare(sk, nearest) <= 0);
  const shown = decided.slice(0, limit);
  const end = decided.length > limit ? shown.at(-1)?.sk : nearest;
  const entries = plan.isWhole || !plan.isDecided ? shown : await readEntries(shown, asked);
  return {
    items: asked.attributes ? entries.map(upgraded) : entries,
    ...(end !== undefined && { next: { after: end } }),
  };
};

/** The number of names with the same beginning that are read at once. If there are more, reading the list finds some soon. */
const maxNames = 500;

/** The entries whose name begins so, read from the index of names; undefined if there are too many. */
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

const pageOfNamed = (named: Item[], asked: ListQuery): ListPage => {
  const { order, limit, position } = asked;
  const [low, high] = sortRange(asked);
  const direction = order === 'asc' ? 1 : -1;
  const after = position?.after as string | undefined;

  const matching = named
    .filter((item) => isAsked(item, asked))
    .filter(({ sk }) => sk >= low && sk <= high)
    .filter(({ sk }) => after === undefined || (order === 'asc' ? sk > after : sk < after))
    .sort((one, other) => (one.sk < other.sk ? -direction : direction));
  const items = matching.slice(0, limit);
  const last = items.at(-1);
  return { items, ...(last && matching.length > limit && { next: { after: last.sk } }) };
};

/**
 * A page of a list, in the order of time. One facet or none is one Query of exactly what is returned, or one of each part of a list
 * that is spread; further ones are filters, within four pages of DynamoDB. A page that the budget cut short goes on at `next`,
 * even when empty.
 */
export const listEntries = async <Shown>(asked: ListQuery): Promise<ListPage<Shown>> => {
  const named = asked.name ? await namedEntries(asked) : undefined;
  return (named ? pageOfNamed(named, asked) : await walk(asked)) as ListPage<Shown>;
};
