import type { ListName } from '../keys.ts';
import { listPartition } from '../keys.ts';
import type { QueryInput } from '../operations/query.ts';
import type { Item } from '../table.ts';
import { facetIndex } from '../table-definition.ts';
import type { FacetAttribute } from './facet.ts';
import type { FacetName, FacetValues } from './facets.ts';
import { facetAttribute, facetKey, facetNamed, facetNames, includedWith } from './facets.ts';

const isUsual = ([name, value]: [FacetName, string]): boolean => facetNamed(name).usual === value;

/** Only facets with rank 0 or 1 leave fewer entries than a rare value. */
const rankOfRare = 1.5;

/** A usual value leaves the most entries. */
const rankOf = (pair: [FacetName, string]): number => {
  const { rank, rare } = facetNamed(pair[0]);
  if (isUsual(pair)) return Number.POSITIVE_INFINITY;
  return pair[1] === rare ? rankOfRare : rank;
};

const pairsOf = (facets: FacetValues): [FacetName, string][] =>
  (Object.entries(facets) as [FacetName, string | null | undefined][]).filter(
    (pair): pair is [FacetName, string] => Boolean(pair[1]),
  );

/** Replaces facets that another one joins by that one, if the query has all of them. */
const joined = (facets: FacetValues): FacetValues => {
  const values: Partial<Record<FacetName, string | null | undefined>> = { ...facets };
  for (const name of facetNames) {
    const joins = (facetNamed(name).joins ?? []) as readonly FacetName[];
    if (joins.length === 0 || !joins.every((one) => values[one])) continue;
    values[name] = joins.map((one) => values[one]).join('#');
    for (const one of joins) delete values[one];
  }
  return values;
};

/** The facets of a query, from the most selective one to those with a usual value. */
const facetsAsked = (facets: FacetValues): [FacetName, string][] =>
  pairsOf(joined(facets)).sort((one, other) => rankOf(one) - rankOf(other));

/** The attribute of each facet with its key, which is undefined for a usual value. */
const keysOf = (
  shard: string,
  pairs: readonly [FacetName, string][],
): (readonly [FacetAttribute, string | undefined])[] =>
  pairs.map((pair) => [
    facetAttribute(pair[0]),
    isUsual(pair) ? undefined : facetKey(shard, pair[0], pair[1]),
  ]);

/** The attributes of an entry with these facets. */
export const facetAttributesOf = (
  shard: string,
  facets: FacetValues,
): Readonly<Record<string, string | undefined>> => Object.fromEntries(keysOf(shard, pairsOf(facets)));

/** Whether the index of a facet contains whole entries. */
const hasWholeEntries = (attribute: FacetAttribute): boolean => includedWith(attribute) === undefined;

/** Whether the index of a facet contains this attribute of its entries, besides their keys. */
const isIncluded = (attribute: FacetAttribute, other: FacetAttribute): boolean =>
  includedWith(attribute)?.includes(other) ?? true;

/** The conditions of a query except owner and time. */
export interface Criteria {
  readonly list: ListName;
  readonly facets?: FacetValues;
  /** The beginning of the folded name. */
  readonly name?: string | undefined;
  /** Inclusive; the entry must show `updated_at`. */
  readonly changedFrom?: string | undefined;
  /** A further condition that no index answers, so that entries are compared after they are read. */
  readonly where?: ((entry: Item) => boolean) | undefined;
}

/** The way to read a list. */
export interface Plan extends Omit<Criteria, 'facets'> {
  readonly facets: readonly [FacetName, string][];
  /** The facet whose index is read; absent: the list itself is read. */
  readonly served: FacetAttribute | undefined;
  /** Whether the read returns whole entries, rather than the attributes in an index. */
  readonly isWhole: boolean;
  /** The number of entries to read for each requested one, estimated in advance. */
  readonly surplus: number;
  /** Whether the read attributes decide if an entry matches. Otherwise, whole entries have to be compared. */
  readonly isDecided: boolean;
}

/**
 * The index of the most selective facet serves the query. The list itself serves queries without facets and
 * usual values.
 */
export const planFor = ({ facets: values = {}, ...asked }: Criteria): Plan => {
  const facets = facetsAsked(values);
  const [first, ...rest] = facets;
  const served = first && !isUsual(first) ? facetAttribute(first[0]) : undefined;
  const isWhole = !served || hasWholeEntries(served);
  return {
    ...asked,
    facets,
    served,
    surplus: facets.some(isUsual) ? 1.15 : 1,
    isWhole,
    isDecided:
      !served ||
      (rest.every(([facet]) => isIncluded(served, facetAttribute(facet))) && (isWhole || !asked.where)),
  };
};

/** Reads the list itself, whatever index could serve the query. */
export const withoutIndex = (plan: Plan): Plan => ({
  ...plan,
  served: undefined,
  isWhole: true,
  isDecided: true,
});

/** The Query for a part of a list, without the range of time. */
export const queryOf = (
  { list, facets, name, changedFrom, served }: Plan,
  shard: string,
): QueryInput & { readonly KeyConditionExpression: string } => {
  const filters: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, string> = {};
  for (const [attribute, key] of keysOf(shard, facets)) {
    if (attribute !== served && served && !isIncluded(served, attribute)) continue;
    names[`#${attribute}`] = attribute;
    if (key !== undefined) values[`:${attribute}`] = key;
    const filter =
      key === undefined ? `attribute_not_exists(#${attribute})` : `#${attribute} = :${attribute}`;
    if (attribute !== served) filters.push(filter);
  }
  if (name) {
    filters.push('begins_with(name_key, :name)');
    values[':name'] = name;
  }
  if (changedFrom) {
    filters.push('updated_at >= :changed');
    values[':changed'] = changedFrom;
  }
  return {
    ...(served
      ? { IndexName: facetIndex(served), KeyConditionExpression: `#${served} = :${served}` }
      : { ConsistentRead: true, KeyConditionExpression: 'pk = :pk' }),
    ExpressionAttributeValues: { ...values, ...(!served && { ':pk': listPartition(shard, list) }) },
    ...(filters.length > 0 && { FilterExpression: filters.join(' AND ') }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  };
};

/** The key at which such a Query continues, for a sort key. */
export const startOf = (
  { list, facets, served }: Plan,
  shard: string,
  sk: string,
): Readonly<Record<string, string | undefined>> => {
  const key = served && Object.fromEntries(keysOf(shard, facets))[served];
  return { pk: listPartition(shard, list), sk, ...(served && { [served]: key }) };
};
