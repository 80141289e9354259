import type { FacetName } from './facets.ts';
import { facetKey } from './facets.ts';

/*
 * An id that others gave to an entity is found by its claim, which costs one write in an index instead of one
 * for each list (docs/decisions/listing-entries.md). The index has the claims of an id in the order of their
 * organizations' paths, so those below an organization are a range.
 */

/** The claim of a value that a facet has. */
export interface ClaimOfFacet {
  readonly facet: FacetName;
  readonly value: string;
  /** The owners of the lists that contain the entity, below the platform, from the top. */
  readonly path: readonly string[];
  /** The place (`<time>#<id>`) of the entity in these lists. */
  readonly place: string;
}

/** The partition of the index with the claims of a value. */
export const claimKey = (facet: FacetName, value: string): string => facetKey('claims', facet, value);

/** The beginning of the sort keys of all claims at the end of a path and below. */
export const claimsBelow = (path: readonly string[]): string => path.map((id) => `${id}/`).join('');

/** The attributes by which the index has a claim. */
export const claimAttributes = ({ facet, value, path, place }: ClaimOfFacet) => ({
  f12: claimKey(facet, value),
  claim_place: `${claimsBelow(path)}#${place}`,
});

/** The place in lists that the sort key of a claim contains. */
export const placeOfClaim = (sort: string): string => sort.slice(sort.indexOf('#') + 1);
