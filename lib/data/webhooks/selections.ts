import type { EventSelector } from '#lib/contract/webhooks.ts';
import { maySendNow, receives } from '#lib/domain/webhooks/selection.ts';
import type { MessageRecord } from './messages.ts';
import { messageQuery } from './messages.ts';
import type { Selection } from './tending.ts';

/** What a selection asks of a webhook's messages. */
export const selectionQuery = (webhookId: string, { status, since, until }: Selection) => ({
  ...messageQuery(webhookId, { status }, 'asc'),
  from: since,
  until,
});

/** Whether a selection includes a message, of those that its webhook may be sent. */
export const isSelected = (
  webhook: { readonly events: readonly EventSelector[] },
  { events }: Selection,
  { event }: MessageRecord,
): boolean => maySendNow(webhook.events, event) && (events === undefined || receives(events, event));
