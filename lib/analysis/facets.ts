import { facetTable } from '#lib/store/lists/facet.ts';

/** The facets of the queue of reviews. */
export const analysisFacets = facetTable<{ readonly review: object | null }>()({
  review_status: {
    attribute: 'f10',
    of: ({ review }) => (review ? 'done' : 'open'),
    rank: 1,
    filter: 'status',
  },
});
