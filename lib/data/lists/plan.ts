import type { Facet, ListName } from '../keys.ts';
import { facets as attributes, facetKey, listPartition, usualValues } from '../keys.ts';
import type { QueryInput } from '../operations/query.ts';
import type { FacetAttribute } from '../table-definition.ts';
import { facetIndex, hasWholeEntries, isIncluded } from '../table-definition.ts';

export type FacetValues = { readonly [F in Facet]?: string | null | undefined };

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
  'message_status',
  'channel',
  'type',
];

const isUsual = ([facet, value]: [Facet, unknown]): boolean =>
  facet in usualValues && usualValues[facet as keyof typeof usualValues] === value;

/** Few conversations go on at once, and few messages are under way, however many there were. */
const isRare = ([facet, value]: [Facet, unknown]): boolean =>
  (facet === 'status' && value === 'active') || (facet === 'message_status' && value === 'pending');

const pairsOf = (facets: FacetValues): [Facet, string][] =>
  (Object.entries(facets) as [Facet, string | null | undefined][]).filter((pair): pair is [Facet, string] =>
    Boolean(pair[1]),
  );

/** The facets that are asked for, from the most selective one to those whose usual value is asked for. */
const facetsAsked = (facets: FacetValues): [Facet, string][] => {
  const { agent, outcome, ...others } = facets;
  const asked: FacetValues = agent && outcome ? { ...others, agent_outcome: `${agent}#${outcome}` } : facets;
  const rank = (pair: [Facet, unknown]): number => {
    if (isUsual(pair)) return selectivity.length;
    return isRare(pair) ? 1.5 : selectivity.indexOf(pair[0]);
  };
  return pairsOf(asked).sort((one, other) => rank(one) - rank(other));
};

/** The attribute of each facet with its key, which is undefined for a usual value. */
const keysOf = (
  shard: string,
  pairs: readonly [Facet, string][],
): (readonly [FacetAttribute, string | undefined])[] =>
  pairs.map((pair) => [attributes[pair[0]], isUsual(pair) ? undefined : facetKey(shard, pair[0], pair[1])]);

/** The attributes of an entry with these facets. */
export const facetAttributesOf = (
  shard: string,
  facets: FacetValues,
): Readonly<Record<string, string | undefined>> => Object.fromEntries(keysOf(shard, pairsOf(facets)));

/** What is asked of a list besides its owner and the time. */
export interface Criteria {
  readonly list: ListName;
  readonly facets?: FacetValues;
  /** The beginning of the folded name. */
  readonly name?: string | undefined;
  /** Changed from this time on; the entry must show `updated_at`. */
  readonly changedFrom?: string | undefined;
}

/** How a list is read. */
export interface Plan extends Omit<Criteria, 'facets'> {
  readonly facets: readonly [Facet, string][];
  /** The facet whose index is read; absent: the list itself is. */
  readonly served: FacetAttribute | undefined;
  /** Whether whole entries are read, and not only what an index contains of them. */
  readonly isWhole: boolean;
  /** How many entries are read for each that is asked for, as far as that is known beforehand. */
  readonly surplus: number;
  /** Whether what is read decides which entries are asked for. Otherwise, the entries themselves have to be compared. */
  readonly isDecided: boolean;
}

/** One index serves the facet that leaves least to read. The list itself serves none and usual values. */
export const planFor = ({ facets: values = {}, ...asked }: Criteria): Plan => {
  const facets = facetsAsked(values);
  const [first, ...rest] = facets;
  const served = first && !isUsual(first) ? attributes[first[0]] : undefined;
  return {
    ...asked,
    facets,
    served,
    surplus: facets.some(isUsual) ? 1.15 : 1,
    isWhole: !served || hasWholeEntries(served),
    isDecided: !served || rest.every(([facet]) => isIncluded(served, attributes[facet])),
  };
};

/** The Query that reads a part of a list so, without the range of time. */
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

/** The key after which such a Query goes on, for a sort key. */
export const startOf = (
  { list, facets, served }: Plan,
  shard: string,
  sk: string,
): Readonly<Record<string, string | undefined>> => {
  const key = served && Object.fromEntries(keysOf(shard, facets))[served];
  return { pk: listPartition(shard, list), sk, ...(served && { [served]: key }) };
};
