import { createdAt } from '#lib/domain/ids.ts';
import type { RecordingSource } from '#lib/domain/integrations/call-report.ts';
import { openSecret } from '#lib/store/secrets/open-secret.ts';
import type { IntegrationRecord } from './integration-record.ts';
import { integrations } from './integrations.ts';
import { readPayload } from './payloads.ts';
import { findEvent, findPayload } from './provider-events.ts';
import { secretContext } from './secrets.ts';

/** The stored data of a task that fetches a recording. */
export interface RecordingTask {
  readonly integration_id: string;
  readonly provider_conversation_id: string;
  /** The event that contains the recording; null: there is none. */
  readonly event_id: string | null;
  readonly source: RecordingSource;
  /** The number of attempts so far. */
  readonly attempts: number;
  /** The recording is at a carrier, where it is removed in any case; absent: it is at a provider. */
  readonly carrier?: true;
}

/**
 * The task that copies the recording of a call, and removes it at its carrier. By default it is due at once,
 * and the same however often it is asked for.
 */
export const carrierTask = (
  id: string,
  { integration_id, call_id }: { readonly integration_id: string; readonly call_id: string },
  due = new Date(createdAt(id)),
) => {
  const state: RecordingTask = {
    integration_id,
    provider_conversation_id: call_id,
    event_id: null,
    source: { in_event: false, links: [], by_api: true },
    attempts: 0,
    carrier: true,
  };
  return {
    kind: 'recordings' as const,
    id,
    group: integration_id,
    due: due.toISOString(),
    state: JSON.stringify(state),
  };
};

const minute = 60_000;
/** The pauses between attempts, in which providers finish recordings and outages end. */
const pausesMs = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute, 1440 * minute];

/** The pause after this number of attempts, in milliseconds; undefined after the last one. */
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1];

export interface ProviderAccount {
  readonly integration: IntegrationRecord;
  readonly apiKey: string | null;
}

/** An account at a provider with its API key; undefined if it is no longer connected. */
export const readProviderAccount = async (integrationId: string): Promise<ProviderAccount | undefined> => {
  const integration = await integrations.read(integrationId);
  if (!integration || integration.status === 'disabled') return undefined;
  const { api_key } = integration;
  return {
    integration,
    apiKey: api_key && (await openSecret(api_key, secretContext(integrationId, 'api_key'))),
  };
};

/** The payload of the event that contains a recording; undefined if it was removed. */
export const readEventBytes = async (integrationId: string, eventId: string): Promise<Buffer | undefined> => {
  const event = await findEvent(integrationId, eventId);
  const item = event && (await findPayload(event));
  return item && readPayload(item);
};
