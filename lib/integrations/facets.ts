import type { IntegrationEventItem } from '#lib/contract/integration-events.ts';
import { facetTable } from '#lib/store/lists/facet.ts';

/** The facets of an integration's events. */
export const integrationEventFacets = facetTable<Pick<IntegrationEventItem, 'status'>>()({
  // Few events are parked or failed, and only those are in the index.
  event_status: {
    attribute: 'f10',
    of: ({ status }) => (status === 'parked' || status === 'failed' ? status : null),
    rank: 1,
    filter: 'status',
    takes: (status) => status === 'parked' || status === 'failed',
  },
});
