import type { MessageItem } from '#lib/contract/webhooks.ts';
import { facetTable } from '#lib/store/lists/facet.ts';

/** The facets of a webhook's messages. */
export const messageFacets = facetTable<Pick<MessageItem, 'event' | 'status'>>()({
  event: { attribute: 'f9', of: ({ event }) => event, rank: 2, filter: 'event' },
  message_status: {
    attribute: 'f10',
    of: ({ status }) => status,
    rank: 3,
    filter: 'status',
    rare: 'pending',
  },
});
