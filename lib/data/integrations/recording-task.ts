import type { RecordingSource } from '#lib/domain/integrations/call-report.ts';
import { openSecret } from '../secrets/open-secret.ts';
import type { IntegrationRecord } from './integration-record.ts';
import { readIntegration } from './integrations.ts';
import { readPayload } from './payloads.ts';
import { findEvent, findPayload } from './provider-events.ts';
import { secretContext } from './secrets.ts';

/** What the task of fetching a recording is about. */
export interface RecordingTask {
  readonly integration_id: string;
  readonly provider_conversation_id: string;
  /** The event that holds the recording; null: none does. */
  readonly event_id: string | null;
  readonly source: RecordingSource;
  /** How often it was tried. */
  readonly attempts: number;
}

const minute = 60_000;
/** In between, providers finish a recording, and outages end. */
const pausesMs = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute, 1440 * minute];

/** How long to wait after so many attempts; undefined: it has been tried often enough. */
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1];

export interface RecordingAccount {
  readonly integration: IntegrationRecord;
  readonly apiKey: string | null;
}

/** The account that a recording is fetched with; undefined if it is no longer connected. */
export const readAccount = async (integrationId: string): Promise<RecordingAccount | undefined> => {
  const integration = await readIntegration(integrationId);
  if (!integration || integration.status === 'disabled') return undefined;
  const { api_key } = integration;
  return {
    integration,
    apiKey: api_key && (await openSecret(api_key, secretContext(integrationId, 'api_key'))),
  };
};

/** The payload of the event that holds a recording; undefined if it is gone. */
export const readEventBytes = async (integrationId: string, eventId: string): Promise<Buffer | undefined> => {
  const event = await findEvent(integrationId, eventId);
  const item = event && (await findPayload(event));
  return item && readPayload(item);
};
