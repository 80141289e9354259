const facetAttributes = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'f10'] as const;

/** An attribute that holds one facet of a listing entry, and is the partition key of its index. */
export type FacetAttribute = (typeof facetAttributes)[number];

export const facetIndex = <A extends FacetAttribute>(attribute: A): `by_${A}` => `by_${attribute}`;

/**
 * The facets that the indexes of conversations contain besides the keys; the other indexes contain whole entries. DynamoDB writes an
 * index only if something in it changes. An index therefore contains the facets that filter its entries, and nothing that changes
 * without them (docs/decisions/listing-entries.md).
 */
const included: Readonly<Partial<Record<FacetAttribute, readonly FacetAttribute[]>>> = {
  f1: ['f2', 'f4', 'f5'],
  f2: ['f1', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'],
  f3: ['f2', 'f4', 'f5'],
  f4: [],
  f5: ['f2', 'f4'],
  f6: [],
  f7: [],
  f8: ['f2', 'f4', 'f5'],
};

/** Whether the index of a facet contains whole entries. */
export const hasWholeEntries = (attribute: FacetAttribute): boolean => included[attribute] === undefined;

/** Whether the index of a facet contains this attribute of its entries, besides their keys. */
export const isIncluded = (attribute: FacetAttribute, other: string): boolean =>
  included[attribute]?.some((one) => one === other) ?? true;

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** The attributes that it contains besides keys; absent: all. */
  readonly includes?: readonly string[] | undefined;
}

const indexes: readonly IndexDefinition[] = [
  ...facetAttributes.map((attribute) => ({
    name: facetIndex(attribute),
    partitionKey: attribute,
    sortKey: 'sk',
    includes: included[attribute],
  })),
  { name: 'by_name', partitionKey: 'pk', sortKey: 'name_key' },
];

/**
 * The table and its indexes, declared once: the stack and the platform on one machine both create it from this.
 * keys.ts defines the content of the keys. All attributes named here are strings except `timeToLive`.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970; DynamoDB deletes up to 48 hours late, so every reader checks the time itself. */
  timeToLive: 'expires',
  indexes,
} as const;
