import type { FacetAttribute } from './lists/facet.ts';
import type { FacetName } from './lists/facets.ts';
import { facetAttribute, facetNamed, includedWith, indexedAttributes } from './lists/facets.ts';

export const facetIndex = <A extends FacetAttribute>(attribute: A): `by_${A}` => `by_${attribute}`;

/** The index of claims, which contains no entries, because these lack its sort key. */
export const claimIndex = 'by_f12';

/** The index by which a facet is served. */
export const indexOf = (facet: FacetName): `by_${FacetAttribute}` =>
  facetNamed(facet).claimed ? claimIndex : facetIndex(facetAttribute(facet));

export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** The attributes that it contains besides keys; absent: all. */
  readonly includes?: readonly string[] | undefined;
}

const indexes: readonly IndexDefinition[] = [
  ...indexedAttributes.map((attribute) => ({
    name: facetIndex(attribute),
    partitionKey: attribute,
    sortKey: 'sk',
    includes: includedWith(attribute),
  })),
  { name: claimIndex, partitionKey: 'f12', sortKey: 'claim_place', includes: [] },
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
