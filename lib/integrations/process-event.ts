import { ApiError } from '#lib/contract/errors.ts';
import type { IntegrationEventItem } from '#lib/contract/integration-events.ts';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { readConversation } from '#lib/conversations/conversations.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import { createdAt } from '#lib/domain/ids.ts';
import type { EventContent } from '#lib/domain/integrations/event-content.ts';
import { shortened } from '#lib/domain/text.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { readCall } from './calls.ts';
import type { HostIntegration } from './integration-record.ts';
import { requireHost } from './integration-record.ts';
import { integrations } from './integrations.ts';
import type { MergeResult } from './merge-call.ts';
import { mergeCall } from './merge-call.ts';
import { readPayload } from './payloads.ts';
import type { EventResult } from './provider-events.ts';
import {
  EventGone,
  eventUpdate,
  findEvent,
  findPayload,
  removeEvent,
  removePayload,
} from './provider-events.ts';

export type EventReader = (provider: ProviderName, bytes: Buffer) => EventContent;

const outcomeOf = (merged: MergeResult): EventResult => {
  if (merged.result === 'parked') return { status: 'parked', status_detail: merged.detail };
  if (merged.result === 'erased') {
    return { status: 'processed', status_detail: 'The conversation has been erased' };
  }
  return { status: 'processed', conversation_id: merged.conversation_id };
};

/** Whether the conversation of an event's call has been erased. */
const isOfErased = async ({
  integration_id,
  provider_conversation_id,
}: IntegrationEventItem): Promise<boolean> => {
  if (provider_conversation_id === null) return false;
  const call = await readCall({ integration_id, provider_conversation_id });
  return Boolean(call?.conversation_id) && !(await readConversation(String(call?.conversation_id)));
};

/**
 * Processes an event. Returns false if its payload must be removed because the conversation has been erased.
 */
const process = async (
  integration: HostIntegration,
  event: IntegrationEventItem,
  bytes: Buffer,
  read: EventReader,
): Promise<boolean> => {
  const reading = read(integration.provider, bytes);
  if (reading.says === 'report') {
    const origin = { integration, event_id: event.id, recordings: true };
    const { result } = await mergeCall(origin, reading.report, (merged) => [
      eventUpdate(event, outcomeOf(merged)),
    ]);
    return result !== 'erased';
  }
  const processed: EventResult =
    reading.says === 'nothing'
      ? { status: 'processed' }
      : { status: 'failed', status_detail: reading.detail };
  await commit([eventUpdate(event, processed)]);
  return !(await isOfErased(event));
};

/**
 * An event, its payload and its task are written in one call but not in one transaction, so a task may run
 * before the rest is there.
 */
const completeMs = minuteMs;

const isYoung = (eventId: string): boolean => Date.now() - Date.parse(createdAt(eventId)) < completeMs;

/**
 * Processes a received event. `id` contains the ids of its integration and of the event. A refusal is
 * recorded as the event's failure; other errors are temporary and thrown. Returns `early` if the event is not
 * complete yet.
 */
export const processEvent = async (id: string, read: EventReader): Promise<'done' | 'early'> => {
  const [integrationId = '', eventId = ''] = id.split('/');
  const [integration, event] = await Promise.all([
    integrations.read(integrationId),
    findEvent(integrationId, eventId),
  ]);
  const item = event && (await findPayload(event));
  if (!item && integration && isYoung(eventId)) return 'early';
  // It was stored while its integration was being removed.
  if (!integration && event) await removeEvent(event);
  if (!integration || !event) return 'done';
  const bytes = item && (await readPayload(item));
  if (!bytes) {
    await commit([eventUpdate(event, { status: 'failed', status_detail: 'The payload has been erased' })]);
    return 'done';
  }
  try {
    if (!(await process(requireHost(integration), event, bytes, read))) await removePayload(event, item);
  } catch (error) {
    if (error instanceof EventGone) return 'done';
    if (!(error instanceof ApiError)) throw error;
    const status_detail = shortened(error.details.detail ?? error.message, 500);
    await commit([eventUpdate(event, { status: 'failed', status_detail })]);
  }
  return 'done';
};
