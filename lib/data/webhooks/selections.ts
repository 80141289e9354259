import { receives } from '#lib/domain/webhooks/selection.ts';
import type { MessageRecord } from './messages.ts';
import { messageQuery } from './messages.ts';
import type { Selection } from './tending.ts';

/** What a selection asks of a webhook's messages. */
export const selectionQuery = (webhookId: string, { status, since, until }: Selection) => ({
  ...messageQuery(webhookId, { status }, 'asc'),
  from: since,
  until,
});

export const isSelected = ({ events }: Selection, { event }: MessageRecord): boolean =>
  events === undefined || receives(events, event);
