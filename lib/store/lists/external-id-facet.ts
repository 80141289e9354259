/**
 * The facet of an `external_id`, in the lists of all entities that have one. Its claims serve it: it leaves
 * at most one entry of each organization.
 */
export const externalIdFacet = {
  attribute: 'f12',
  of: ({ external_id }: { readonly external_id: string | null }) => external_id,
  rank: 0,
  filter: 'external_id',
  claimed: true,
} as const;
