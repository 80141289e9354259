import { query } from '../operations/query.ts';
import type { Item } from '../table.ts';
import { claimIndex } from '../table-definition.ts';
import { claimKey, claimsBelow, placeOfClaim } from './claim-place.ts';
import type { FacetName, FacetsAsked } from './facets.ts';
import { facetNamed } from './facets.ts';
import type { ListOwner } from './shards.ts';

/** The number of DynamoDB pages of a value's claims per request. One page has some 5,000. */
const maxPages = 4;

/**
 * The places of the entities in the list of an owner whose claims have a value; undefined if these are too
 * many.
 */
const placesOfClaims = async (
  facet: FacetName,
  value: string,
  { path }: ListOwner,
): Promise<string[] | undefined> => {
  const below = claimsBelow(path);
  const places: string[] = [];
  let last: Item | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const read = await query({
      IndexName: claimIndex,
      KeyConditionExpression: `f12 = :key${below && ' AND begins_with(claim_place, :below)'}`,
      ExpressionAttributeValues: { ':key': claimKey(facet, value), ...(below && { ':below': below }) },
      ...(last && { ExclusiveStartKey: last }),
    });
    places.push(...read.items.map(({ claim_place }) => placeOfClaim(String(claim_place))));
    last = read.last;
    if (!last) return places;
  }
  return undefined;
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
  if (!served) return undefined;
  const places = await Promise.all(served.values.map((value) => placesOfClaims(served.name, value, owner)));
  return places.every((some) => some !== undefined) ? places.flat() : undefined;
};
