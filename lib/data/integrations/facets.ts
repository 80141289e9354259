import type { IntegrationEventItem } from '#lib/contract/integration-events.ts';
import { facetTable } from '../lists/facet.ts';

/** By what the events of an integration can be found. */
export const integrationEventFacets = facetTable<Pick<IntegrationEventItem, 'status'>>()({
  // Few events are parked or failed. Only those are in the index.
  event_status: {
    attribute: 'f10',
    of: ({ status }) => (status === 'parked' || status === 'failed' ? status : null),
    rank: 1,
    filter: 'status',
    takes: (status) => status === 'parked' || status === 'failed',
  },
});
