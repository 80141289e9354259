import type { EventSelector } from '#lib/contract/webhooks.ts';
import { maySendNow, receives } from '#lib/domain/webhooks/selection.ts';
import type { MessageRecord } from './messages.ts';
import { messageQuery } from './messages.ts';
import type { Selection } from './tending.ts';

/** The query of a webhook's messages for a selection. */
export const selectionQuery = (webhookId: string, { status, since, until }: Selection) => ({
  ...messageQuery(webhookId, { status }, 'asc'),
  from: since,
  until,
});

/**
 * Queries that together find the messages of a selection without reading many others: one for each type of
 * event, unless it includes all types. Few messages have failed, so a selection of those reads all of them.
 */
export const selectionQueries = (
  { id, events }: { readonly id: string; readonly events: readonly EventSelector[] },
  selection: Selection,
): ReturnType<typeof selectionQuery>[] => {
  const whole = selectionQuery(id, selection);
  if (selection.status !== undefined) return [whole];
  const types = selection.events?.filter((type) => maySendNow(events, type)) ?? [...events, 'ping' as const];
  if (types.includes('*')) return [whole];
  return [...new Set(types)].map((event) => ({ ...whole, facets: { event } }));
};

/** Whether a selection includes a message, among those that its webhook may receive. */
export const isSelected = (
  webhook: { readonly events: readonly EventSelector[] },
  { events }: Selection,
  { event }: MessageRecord,
): boolean => maySendNow(webhook.events, event) && (events === undefined || receives(events, event));
