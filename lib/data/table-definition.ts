const facetAttributes = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'] as const;

/** An attribute that holds one facet of a listing entry, and is the partition key of its index. */
export type FacetAttribute = (typeof facetAttributes)[number];

export const facetIndex = <A extends FacetAttribute>(attribute: A): `by_${A}` => `by_${attribute}`;

/**
 * The table and its indexes, declared once: the stack and the platform on one machine both create it from this.
 * keys.ts defines the content of the keys. All attributes named here are strings except `timeToLive`.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970; DynamoDB deletes up to 48 hours late, so every reader checks the time itself. */
  timeToLive: 'expires',
  indexes: [
    ...facetAttributes.map((attribute) => ({
      name: facetIndex(attribute),
      partitionKey: attribute,
      sortKey: 'sk',
    })),
    { name: 'by_name', partitionKey: 'pk', sortKey: 'name_key' },
  ],
} as const;
