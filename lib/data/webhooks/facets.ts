import type { MessageItem } from '#lib/contract/webhooks.ts';
import { facetTable } from '../lists/facet.ts';

/** By what the messages of a webhook can be found. */
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
