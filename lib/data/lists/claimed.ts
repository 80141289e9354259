import { query } from '../operations/query.ts';
import type { Item } from '../table.ts';
import { claimIndex } from '../table-definition.ts';
import { claimKey, claimsBelow, placeOfClaim } from './claim-place.ts';
import type { FacetName, FacetsAsked } from './facets.ts';
import { facetNamed } from './facets.ts';
import type { ListOwner } from './shards.ts';

/** The number of DynamoDB pages of claims per request. One has some 5,000. */
const maxPages = 4;

/** The places of the entities in the list of an owner whose claims have one of these values. */
const placesOfClaims = async (
  facet: FacetName,
  values: readonly string[],
  { path }: ListOwner,
): Promise<string[] | undefined> => {
  const below = claimsBelow(path);
  const places: string[] = [];
  let pages = 0;
  for (const value of values) {
    let last: Item | undefined;
    do {
      if (pages === maxPages) return undefined;
      const page = await query({
        IndexName: claimIndex,
        KeyConditionExpression: `f12 = :key${below && ' AND begins_with(claim_place, :below)'}`,
        ExpressionAttributeValues: { ':key': claimKey(facet, value), ...(below && { ':below': below }) },
        ...(last && { ExclusiveStartKey: last }),
      });
      places.push(...page.items.map(({ claim_place }) => placeOfClaim(String(claim_place))));
      last = page.last;
      pages += 1;
    } while (last);
  }
  return places;
};

/**
 * The places of the only entries that can have the facets, if claims serve one of these; undefined if none
 * does, or if there are so many claims that reading the list itself finds entries sooner.
 */
export const claimedPlaces = async (
  facets: FacetsAsked | undefined,
  owner: ListOwner,
): Promise<string[] | undefined> => {
  const asked = Object.entries(facets ?? {}) as [FacetName, FacetsAsked[FacetName]][];
  const [served] = asked.flatMap(([name, value]) => {
    const values = [value ?? []].flat().filter(Boolean);
    return facetNamed(name).claimed && values.length > 0 ? [{ name, values }] : [];
  });
  return served && placesOfClaims(served.name, served.values, owner);
};
