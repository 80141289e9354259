import type { ListName } from '../keys.ts';
import { idIn, listPartition } from '../keys.ts';
import type { QueryInput } from '../operations/query.ts';
import type { Item, Key } from '../table.ts';
import { facetIndex } from '../table-definition.ts';
import type { FacetAttribute } from './facet.ts';
import type { FacetName, FacetsAsked, FacetValues } from './facets.ts';
import {
  attributeOfLevel,
  facetAttribute,
  facetKey,
  facetNamed,
  facetNames,
  includedWith,
} from './facets.ts';

/** A facet of a query, and its values, of which an entry must have one. */
type AskedFacet = readonly [name: FacetName, values: readonly string[]];

const isUsual = (name: FacetName, value: string): boolean => facetNamed(name).usual === value;

const takesUsual = ([name, values]: AskedFacet): boolean => values.some((value) => isUsual(name, value));

const separates = ([name]: AskedFacet): boolean => facetNamed(name).separates === true;

/** Only facets with rank 0 or 1 leave fewer entries than a rare value. */
const rankOfRare = 1.5;

/** A usual value leaves the most entries. */
const rankOf = (facet: AskedFacet): number => {
  const [name, values] = facet;
  const { rank, rare } = facetNamed(name);
  if (takesUsual(facet)) return Number.POSITIVE_INFINITY;
  return values.every((value) => value === rare) ? rankOfRare : rank;
};

const facetsOf = (facets: FacetsAsked): AskedFacet[] =>
  (Object.entries(facets) as [FacetName, FacetsAsked[FacetName]][])
    .map(([name, value]): AskedFacet => [name, [value ?? []].flat().filter(Boolean)])
    .filter(([, values]) => values.length > 0);

/** The facets of a query of which it takes only one value. */
export const singleValues = (facets: FacetsAsked): FacetValues =>
  Object.fromEntries(
    facetsOf(facets).flatMap(([name, values]) => (values.length === 1 ? [[name, values[0]]] : [])),
  );

/**
 * The maximum number of values times partitions that are merged: ten values in each of eight partitions. Each
 * is one Query, or two for a facet with further values, for at least 4 KB each
 * (docs/decisions/listing-entries.md).
 */
const maxLanes = 80;

/** Every combination of one value of each list, joined with `#`. */
const combinationsOf = (lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce((joined, values) => joined.flatMap((one) => values.map((value) => `${one}#${value}`)));

/**
 * Replaces facets that another one joins by that one, if the query has all of them and few enough
 * combinations.
 */
const joined = (facets: readonly AskedFacet[], shards: number): readonly AskedFacet[] => {
  let left = facets;
  for (const name of facetNames) {
    const joins: readonly string[] = facetNamed(name).joins ?? [];
    const parts = joins.flatMap((one) => left.filter(([other]) => other === one));
    if (parts.length === 0 || parts.length < joins.length) continue;
    const combinations = combinationsOf(parts.map(([, values]) => values));
    if (combinations.length * shards > maxLanes) continue;
    left = [...left.filter((facet) => !parts.includes(facet)), [name, combinations]];
  }
  return left;
};

/** The facets of a query, from the most selective one to those with a usual value. */
const facetsAsked = (facets: FacetsAsked, shards: number): AskedFacet[] =>
  joined(facetsOf(facets), shards).toSorted((one, other) => rankOf(one) - rankOf(other));

/**
 * The owner in the keys of facets: the part of a list, with the name of a facet that separates such entries
 * from the others.
 */
const spaceOf = (shard: string, facets: readonly AskedFacet[]): string =>
  [shard, ...facets.filter((facet) => separates(facet) && !takesUsual(facet)).map(([name]) => name)].join(
    '.',
  );

/** The attributes of an entry with these facets. A usual value is not stored. */
export const facetAttributesOf = (
  shard: string,
  facets: FacetValues,
): Readonly<Record<string, string | undefined>> => {
  const present = facetsOf(facets);
  const space = spaceOf(shard, present);
  return Object.fromEntries(
    present.map(([name, [value = '']]) => [
      facetAttribute(name),
      isUsual(name, value) ? undefined : facetKey(space, name, value),
    ]),
  );
};

/**
 * The condition of a facet on the attribute of an entry: one of these keys, or none, which is the usual
 * value.
 */
interface FacetKeys {
  readonly attribute: FacetAttribute;
  readonly keys: readonly string[];
  readonly orNone: boolean;
}

const wantedOf = (space: string, facet: AskedFacet): FacetKeys => {
  const [name, values] = facet;
  const stored = values.filter((value) => !isUsual(name, value));
  return {
    attribute: facetAttribute(name),
    keys: stored.map((value) => facetKey(space, name, value)),
    orNone: takesUsual(facet),
  };
};

/**
 * Whether an entry shows all values of a facet, because an entity has only one. Others are compared by
 * `where`.
 */
const isShown = ([name]: AskedFacet): boolean => facetNamed(name).further === undefined;

/** Whether an entry in a part of a list has these facets, as far as it shows them. */
export const hasFacets = (shard: string, entry: Item, facets: FacetsAsked): boolean =>
  facetsOf(facets)
    .filter(isShown)
    .map((facet, _at, asked) => wantedOf(spaceOf(shard, asked), facet))
    .every(({ attribute, keys, orNone }) => {
      const key = entry[attribute];
      return key === undefined ? orNone : keys.includes(key as string);
    });

/** Whether the index of a facet contains whole entries. */
const hasWholeEntries = (attribute: FacetAttribute): boolean => includedWith(attribute) === undefined;

/** Whether the index of a facet contains this attribute of its entries, besides their keys. */
const isIncluded = (attribute: FacetAttribute, other: FacetAttribute): boolean =>
  includedWith(attribute)?.includes(other) ?? true;

/** The conditions of a query except owner and time. */
export interface Criteria {
  readonly list: ListName;
  readonly facets?: FacetsAsked;
  /** The beginning of the folded name. */
  readonly name?: string | undefined;
  /** Inclusive; the entry must show `updated_at`. */
  readonly changedFrom?: string | undefined;
  /** A further condition that no index answers, so that entries are compared after they are read. */
  readonly where?: ((entry: Item) => boolean) | undefined;
  readonly confirm?: Confirmation | undefined;
}

/** A condition that some entries leave open, so that their records are compared. */
export interface Confirmation {
  readonly isOpen: (entry: Item) => boolean;
  /** The key of the record of an entity. */
  readonly key: (id: string) => Key;
  readonly holds: (record: Item) => boolean;
}

/** The way to read a list. */
export interface Plan extends Omit<Criteria, 'facets'> {
  /** The facets that the index does not serve. */
  readonly facets: readonly AskedFacet[];
  /** The facets that entries show, including the one that the index serves. */
  readonly shown: readonly AskedFacet[];
  /** The facet whose index is read, for each of its values; absent: the list itself is read. */
  readonly served: AskedFacet | undefined;
  /** The owner in the keys of facets in a part of the list. */
  readonly space: (shard: string) => string;
  /** Whether the read returns whole entries, rather than the attributes in an index. */
  readonly isWhole: boolean;
  /** The number of entries to read for each requested one, estimated in advance. */
  readonly surplus: number;
  /** Whether the read attributes decide if an entry matches. Otherwise, whole entries have to be compared. */
  readonly isDecided: boolean;
}

/**
 * The index of the most selective facet serves the query, unless too many Queries would have to be merged.
 * The list itself serves queries without facets and usual values.
 */
export const planFor = ({ facets: values = {}, ...asked }: Criteria, shards: number): Plan => {
  const facets = facetsAsked(values, shards);
  const served = facets.find(
    (facet) => !facetNamed(facet[0]).claimed && !takesUsual(facet) && facet[1].length * shards <= maxLanes,
  );
  // The keys of the served facet separate the entries already.
  const rest = facets.filter((facet) => facet !== served && isShown(facet) && !(served && separates(facet)));
  const index = served && facetAttribute(served[0]);
  const isWhole = !index || hasWholeEntries(index);
  return {
    ...asked,
    facets: rest,
    shown: facets.filter(isShown),
    served,
    surplus: Math.max(1, ...facets.filter(takesUsual).map(([name]) => facetNamed(name).surplus ?? 1)),
    space: (shard) => spaceOf(shard, facets),
    isWhole,
    isDecided:
      isWhole ||
      (rest.every(([facet]) => isIncluded(index, facetAttribute(facet))) &&
        !asked.where &&
        !asked.name &&
        !asked.changedFrom),
  };
};

/** Reads the list itself, whatever index could serve the query. */
export const withoutIndex = (plan: Plan): Plan => ({
  ...plan,
  facets: plan.shown,
  served: undefined,
  isWhole: true,
  isDecided: true,
});

/**
 * One of the Queries that together read a list: a part of the list, and a value of the facet that is served.
 */
export interface Lane {
  readonly shard: string;
  readonly value: string | undefined;
  /** The index of entities that have the value as a further one; absent: the index of the facet. */
  readonly further?: FacetAttribute;
}

/**
 * The Queries that together read a list at a level. Two indexes have the entities with a value of which they
 * can have several.
 */
export const lanesOf = ({ served }: Plan, shards: readonly string[], level: number): Lane[] =>
  shards.flatMap((shard) => {
    const lanes = (served ? served[1] : [undefined]).map((value): Lane => ({ shard, value }));
    return served && !isShown(served)
      ? lanes.flatMap((lane) => [lane, { ...lane, further: attributeOfLevel(level) }])
      : lanes;
  });

/** The attribute and the key by which an index is queried. */
const indexKeyOf = (
  { served, space }: Plan,
  { shard, value, further }: Lane,
): { readonly attribute: FacetAttribute; readonly key: string } | undefined =>
  served && value !== undefined
    ? { attribute: further ?? facetAttribute(served[0]), key: facetKey(space(shard), served[0], value) }
    : undefined;

/** The filter for a facet. A facet with one value is compared, as its expression is shorter. */
const filterOf = ({ attribute, orNone }: FacetKeys, values: readonly string[]): string => {
  const conditions = [
    ...(orNone ? [`attribute_not_exists(#${attribute})`] : []),
    ...(values.length === 1 ? [`#${attribute} = ${values[0]}`] : []),
    ...(values.length > 1 ? [`#${attribute} IN (${values.join(', ')})`] : []),
  ];
  return conditions.length > 1 ? `(${conditions.join(' OR ')})` : (conditions[0] ?? '');
};

/** The Query of a lane, without the range of time. */
export const queryOf = (plan: Plan, lane: Lane): QueryInput & { readonly KeyConditionExpression: string } => {
  const { list, facets, served, name, changedFrom, isWhole } = plan;
  const index = indexKeyOf(plan, lane);
  const filters: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, string> = {};
  for (const facet of facets) {
    const wanted = wantedOf(plan.space(lane.shard), facet);
    const { attribute, keys } = wanted;
    if (served && !isIncluded(facetAttribute(served[0]), attribute)) continue;
    names[`#${attribute}`] = attribute;
    const named = keys.map((key, at) => [`:${attribute}_${at}`, key] as const);
    Object.assign(values, Object.fromEntries(named));
    filters.push(
      filterOf(
        wanted,
        named.map(([value]) => value),
      ),
    );
  }
  if (name && isWhole) {
    filters.push('begins_with(name_key, :name)');
    values[':name'] = name;
  }
  if (changedFrom && isWhole) {
    filters.push('updated_at >= :changed');
    values[':changed'] = changedFrom;
  }
  if (index) names[`#${index.attribute}`] = index.attribute;
  return {
    ...(index
      ? { IndexName: facetIndex(index.attribute), KeyConditionExpression: `#${index.attribute} = :key` }
      : { ConsistentRead: true, KeyConditionExpression: 'pk = :key' }),
    ExpressionAttributeValues: { ...values, ':key': index?.key ?? listPartition(lane.shard, list) },
    ...(filters.length > 0 && { FilterExpression: filters.join(' AND ') }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  };
};

/**
 * The partition of an item in the index of a lane. Items with the same sort key are in the order of their
 * partition keys.
 */
const partitionOf = ({ list, served }: Plan, { shard, value, further }: Lane, sk: string): string =>
  (further && served && value !== undefined && facetNamed(served[0]).further?.(idIn(sk), value)) ||
  listPartition(shard, list);

/** The key at which such a Query continues, for a sort key. */
export const startOf = (plan: Plan, lane: Lane, sk: string): Readonly<Record<string, string | undefined>> => {
  const index = indexKeyOf(plan, lane);
  return { pk: partitionOf(plan, lane, sk), sk, ...(index && { [index.attribute]: index.key }) };
};
