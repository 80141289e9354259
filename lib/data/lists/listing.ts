import { isDeepStrictEqual } from 'node:util';
import type { Position } from '#lib/contract/page.ts';
import { platform } from '#lib/domain/caller.ts';
import type { Facet, ListName } from '../keys.ts';
import { facets as facetAttributes, facetKey, listPartition, listSort } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { put } from '../operations/put.ts';
import type { QueryInput, QueryPage } from '../operations/query.ts';
import { query } from '../operations/query.ts';
import { remove } from '../operations/remove.ts';
import type { Item, Key } from '../table.ts';
import { facetIndex } from '../table-definition.ts';

export type FacetValues = { readonly [F in Facet]?: string | null | undefined };

/** What a list shows of an entity, and by what it can be found. */
export interface Entry {
  readonly list: ListName;
  /** Whose lists it stands in. */
  readonly owners: readonly string[];
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

/** The owners of the lists that an entity stands in: the platform, and every organisation above it. */
export const ownersOf = (path: readonly string[]): string[] => [platform, ...path];

/** The attributes that hold these facets, with their values, in the list of that owner. */
export const facetAttributesOf = (owner: string, values: FacetValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([facet, value]) =>
      value ? [[facetAttributes[facet as Facet], facetKey(owner, facet as Facet, value)]] : [],
    ),
  );

/** An entity's entries, one for each owner. */
export const entryItems = ({ list, owners, time, id, facets, name_key, shown }: Entry): Item[] =>
  owners.map((owner) => ({
    pk: listPartition(owner, list),
    sk: listSort(time, id),
    ...facetAttributesOf(owner, facets?.(owner) ?? {}),
    ...(name_key && { name_key }),
    ...shown,
  }));

/** Writes the entries of an entity, one for each owner; none if nothing that they show has changed. */
export const entryWrites = (entry: Entry, before?: Entry): Operation<never>[] => {
  const items = entryItems(entry);
  return before && isDeepStrictEqual(items, entryItems(before)) ? [] : items.map(put);
};

/** How many entries there are in a list, as far as so many pages of DynamoDB tell. */
export const countEntries = async (
  owner: string,
  list: ListName,
  maxPages: number,
): Promise<{ readonly count: number; readonly pages: number; readonly hasMore: boolean }> => {
  let count = 0;
  let pages = 0;
  let last: Item | undefined;
  do {
    const page = await query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': listPartition(owner, list) },
      Select: 'COUNT',
      ...(last && { ExclusiveStartKey: { pk: last.pk, sk: last.sk } }),
    });
    count += page.count;
    pages += 1;
    last = page.last;
  } while (last && pages < maxPages);
  return { count, pages, hasMore: last !== undefined };
};

export const entryRemovals = (entry: Entry): Operation<never>[] => entryItems(entry).map(remove);

/** Which page of a list is asked for. */
export interface Paging {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly position?: Position | undefined;
}

export interface ListQuery extends Paging {
  readonly list: ListName;
  readonly owner: string;
  readonly facets?: FacetValues;
  /** From this time on. */
  readonly from?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
  /** The beginning of the folded name. */
  readonly name?: string | undefined;
  /** Changed from this time on; the entry must show `updated_at`. */
  readonly changedFrom?: string | undefined;
}

/** What a filter asks of a list. */
export type Asked = Partial<Pick<ListQuery, 'owner' | 'facets' | 'from' | 'until' | 'name' | 'changedFrom'>>;

/** What each filter of a route asks. One that the contract declares and the list does not answer is missing, and does not compile. */
export type Asks<Filters> = Readonly<Record<keyof Filters, (value: string) => Asked>>;

/** What all filters that were sent ask together. */
export const askedBy = <Filters extends object>(asks: Asks<Filters>, filters: Filters): Asked => {
  const asked = (Object.keys(asks) as (keyof Filters)[]).flatMap((name) => {
    const value = filters[name];
    return typeof value === 'string' ? [asks[name](value)] : [];
  });
  const facets: FacetValues = Object.assign({}, ...asked.map((one) => one.facets));
  return { ...Object.assign({}, ...asked), facets };
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

/** The facets from the one that leaves least to read to the one that leaves most. */
const selectivity: readonly Facet[] = [
  'number',
  'caller',
  'parent',
  'retention',
  'agent_outcome',
  'agent',
  'outcome',
  'sentiment',
  'event',
  'status',
  'channel',
  'type',
];

const facetsAsked = (facets: FacetValues): [Facet, string][] => {
  const { agent, outcome, ...others } = facets;
  const asked: FacetValues = agent && outcome ? { ...others, agent_outcome: `${agent}#${outcome}` } : facets;
  const rank = ([facet, value]: [string, unknown]) =>
    // Few conversations go on at once, and few messages are under way, however many there were.
    facet === 'status' && (value === 'active' || value === 'pending')
      ? 1.5
      : selectivity.indexOf(facet as Facet);
  return (Object.entries(asked) as [Facet, string | undefined][])
    .filter((pair): pair is [Facet, string] => Boolean(pair[1]))
    .sort((one, other) => rank(one) - rank(other));
};

/** How many pages of DynamoDB one request reads at most. */
export const maxPages = 4;

/**
 * How much the next page reads: what should hold as many as are still missing, going by those that passed so far, and
 * half as much again; much more, where none passed.
 */
const nextPageSize = (missing: number, passed: number, read: number, size: number): number =>
  passed === 0 ? size * 4 : Math.min(Math.ceil(((missing * read) / passed) * 1.5), size * 16);

interface Plan {
  readonly index?: string;
  readonly condition: string;
  readonly filters: readonly string[];
  readonly names: Record<string, string>;
  readonly values: Record<string, string>;
  /** The key to begin after, for a sort key. */
  readonly keyAt: (sk: string) => Key & Record<string, string>;
}

/** One index serves the facet that leaves least to read, the list itself serves none; the rest are filters. */
const planFor = ({
  list: name,
  owner,
  facets = {},
  name: prefix,
  changedFrom,
}: Omit<ListQuery, 'limit'>): Plan => {
  const pk = listPartition(owner, name);
  const [served, ...rest] = facetsAsked(facets).map(([facet, value]) => ({
    attribute: facetAttributes[facet],
    value: facetKey(owner, facet, value),
  }));
  const filters = rest.map((_, at) => `#r${at} = :r${at}`);
  const names = Object.fromEntries(rest.map(({ attribute }, at) => [`#r${at}`, attribute]));
  const values = Object.fromEntries(rest.map(({ value }, at) => [`:r${at}`, value]));
  if (prefix) {
    filters.push('begins_with(name_key, :name)');
    values[':name'] = prefix;
  }
  if (changedFrom) {
    filters.push('updated_at >= :changed');
    values[':changed'] = changedFrom;
  }
  if (!served) {
    return {
      condition: 'pk = :pk',
      filters,
      names,
      values: { ...values, ':pk': pk },
      keyAt: (sk) => ({ pk, sk }),
    };
  }
  return {
    index: facetIndex(served.attribute),
    condition: '#served = :served',
    filters,
    names: { ...names, '#served': served.attribute },
    values: { ...values, ':served': served.value },
    keyAt: (sk) => ({ pk, sk, [served.attribute]: served.value }),
  };
};

/** The sort keys from a time on and before another, as a range that is closed at both ends. */
export const sortRange = ({ from, until }: Pick<ListQuery, 'from' | 'until'>): [string, string] => [
  from ?? '0',
  // The time itself sorts before every key that begins with it.
  until ?? ':',
];

/** Reads a list page by page of DynamoDB, each with a limit of its own; `last` is where the page ended. */
export const reader = (
  asked: Omit<ListQuery, 'limit'>,
): ((limit: number, after: string | undefined) => Promise<QueryPage>) => {
  const plan = planFor(asked);
  const [low, high] = sortRange(asked);
  const input: QueryInput = {
    KeyConditionExpression: `${plan.condition} AND sk BETWEEN :low AND :high`,
    ExpressionAttributeValues: { ...plan.values, ':low': low, ':high': high },
    ScanIndexForward: asked.order === 'asc',
    ...(plan.index ? { IndexName: plan.index } : { ConsistentRead: true }),
    ...(plan.filters.length > 0 && { FilterExpression: plan.filters.join(' AND ') }),
    ...(Object.keys(plan.names).length > 0 && { ExpressionAttributeNames: plan.names }),
  };
  return async (limit, after) =>
    low > high
      ? { items: [], count: 0, more: false, last: undefined }
      : query({
          ...input,
          Limit: limit,
          ...(after !== undefined && { ExclusiveStartKey: plan.keyAt(after) }),
        });
};

const walk = async (asked: ListQuery): Promise<ListPage> => {
  const { limit, position } = asked;
  const read = reader(asked);
  const items: Item[] = [];
  let after = position?.after as string | undefined;
  // One more than the page tells whether there is another page.
  let size = limit + 1;
  let total = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const result = await read(size, after);
    items.push(...result.items);
    total += size;
    size = nextPageSize(limit + 1 - items.length, items.length, total, size);
    const last = items[limit - 1];
    if (items.length > limit && last) return { items: items.slice(0, limit), next: { after: last.sk } };
    if (!result.more || !result.last) return { items };
    after = result.last.sk;
  }
  return { items, next: { after } as Position };
};

/** So many names that begin alike are read at once; with more of them, a walk through the list soon finds some. */
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
    ExpressionAttributeValues: { ':pk': listPartition(owner, name), ':name': prefix },
    Limit: maxNames,
  });
  return more ? undefined : items;
};

const pageOfNamed = (named: Item[], asked: ListQuery): ListPage => {
  const { owner, facets = {}, order, limit, position, changedFrom = '' } = asked;
  const [low, high] = sortRange(asked);
  const wanted = Object.entries(facetAttributesOf(owner, facets));
  const direction = order === 'asc' ? 1 : -1;
  const after = position?.after as string | undefined;

  const matching = named
    .filter((item) => wanted.every(([attribute, value]) => item[attribute] === value))
    .filter(({ sk }) => sk >= low && sk <= high)
    .filter(({ updated_at }) => String(updated_at ?? '') >= changedFrom)
    .filter(({ sk }) => after === undefined || (order === 'asc' ? sk > after : sk < after))
    .sort((one, other) => (one.sk < other.sk ? -direction : direction));
  const items = matching.slice(0, limit);
  const last = items.at(-1);
  return { items, ...(last && matching.length > limit && { next: { after: last.sk } }) };
};

/**
 * A page of a list, in the order of time. One facet or none is one Query of exactly what is returned; further ones
 * are filters, within four pages of DynamoDB. A page that the budget cut short goes on at `next`, even when empty.
 */
export const listEntries = async <Shown>(asked: ListQuery): Promise<ListPage<Shown>> => {
  const named = asked.name ? await namedEntries(asked) : undefined;
  return (named ? pageOfNamed(named, asked) : await walk(asked)) as ListPage<Shown>;
};
