/**
 * The facet of an `external_id`. The lists of all entities that have one share its index, which contains keys
 * alone: it leaves at most one entry of each organization.
 */
export const externalIdFacet = {
  attribute: 'f12',
  of: ({ external_id }: { readonly external_id: string | null }) => external_id,
  rank: 0,
  filter: 'external_id',
  with: [],
} as const;
