import type { FacetAttribute } from './lists/facet.ts';
import { facetAttributes, includedWith } from './lists/facets.ts';

export const facetIndex = <A extends FacetAttribute>(attribute: A): `by_${A}` => `by_${attribute}`;

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
    includes: includedWith(attribute),
  })),
  { name: 'by_name', partitionKey: 'pk', sortKey: 'name_key' },
];

/**
 * The table and its indexes, declared once: the stack and the platform on one machine both create it from
 * this. keys.ts defines the content of the keys. All attributes named here are strings except `timeToLive`.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970; DynamoDB deletes up to 48 hours late, so every reader checks the time itself. */
  timeToLive: 'expires',
  indexes,
} as const;
