import * as z from 'zod/mini';
import { Agent } from './agents.ts';
import { ApiKey } from './api-keys.ts';
import { Client } from './clients.ts';
import { Conversation } from './conversations.ts';
import { DocumentItem } from './documents.ts';
import type { EventType } from './events.ts';
import { described, docs, enumeration, id, Timestamp, text } from './fields.ts';
import { Note } from './notes.ts';
import { Amount } from './statements.ts';

const reference = z
  .string()
  .check(z.maxLength(64))
  .register(docs, { description: 'The id of the entity that the event is about' });

/** The data of a thin payload, and of every payload about an entity that no longer exists. */
export const EventReference = z
  .object({ id: reference })
  .register(docs, { id: 'EventReference', description: 'The id of the entity that an event is about' });

/** Reading a document requires the id of its agent and its own id. */
const DocumentReference = z
  .object({
    id: id('doc', 'The document’s id'),
    agent_id: id('agent', 'The agent that the document belongs to'),
  })
  .register(docs, { id: 'DocumentReference', description: 'The ids that are needed to read a document' });

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

const UsageThreshold = z
  .object({
    client_id: id('client', 'The organization that used the minutes'),
    percent: z
      .int()
      .check(z.minimum(1), z.maximum(1000))
      .register(docs, { description: 'The share of the included minutes that was reached, in percent' }),
    used_minutes: count('The minutes that were used in the period'),
    included_minutes: count('The minutes that the plan includes in the period'),
    period_start: described(Timestamp, 'When the period started'),
    period_end: described(Timestamp, 'When the period ends'),
  })
  .register(docs, { id: 'UsageThreshold', description: 'The share of a plan’s minutes that is used' });

const StatementSummary = z
  .object({
    id: id('stmt', 'The statement’s id'),
    client_id: id('client', 'The organization that the statement is for'),
    period_start: described(Timestamp, 'When the period started'),
    period_end: described(Timestamp, 'When the period ended'),
    total: described(Amount, 'The sum of all lines'),
  })
  .register(docs, { id: 'StatementSummary', description: 'A statement without its lines' });

const ExportSummary = z
  .object({
    id: id('exp', 'The export’s id'),
    status: enumeration('ExportResult', ['completed', 'failed'], 'The final status of an export'),
    rows: count('The number of rows that were written'),
    size_bytes: count('The size of all files, in bytes'),
  })
  .register(docs, {
    id: 'ExportSummary',
    description: 'The result of an export, without links to its files',
  });

const IntegrationFailure = z
  .object({
    id: id('intg', 'The integration’s id'),
    provider: described(text(64), 'The provider, such as `elevenlabs`'),
    name: described(text(200), 'The integration’s name'),
    status_detail: described(text(1000), 'Why the provider refused the requests'),
  })
  .register(docs, {
    id: 'IntegrationFailure',
    description: 'An integration whose requests the provider refuses',
  });

const WebhookDisabled = z
  .object({
    id: id('hook', 'The webhook’s id'),
    disabled_reason: described(text(64), 'Why it was disabled: `gone` or `failing`'),
  })
  .register(docs, { id: 'WebhookDisabled', description: 'A webhook that no longer receives messages' });

/** The data of each type in a full payload. */
export const eventData = {
  'client.created': Client,
  'client.updated': Client,
  'client.suspended': Client,
  'client.erased': EventReference,
  'agent.created': Agent,
  'agent.updated': Agent,
  'agent.removed': EventReference,
  'document.created': DocumentItem,
  'document.updated': DocumentItem,
  'document.removed': DocumentReference,
  'conversation.started': Conversation,
  'conversation.updated': Conversation,
  'conversation.ended': Conversation,
  'conversation.erased': EventReference,
  'transcript.appended': Conversation,
  'note.created': Note,
  'recording.available': Conversation,
  'api_key.created': ApiKey,
  'api_key.rotated': ApiKey,
  'api_key.revoked': EventReference,
  'integration.failing': IntegrationFailure,
  'webhook.disabled': WebhookDisabled,
  'usage.threshold_reached': UsageThreshold,
  'statement.finalized': StatementSummary,
  'export.completed': ExportSummary,
  ping: EventReference,
} as const satisfies Readonly<Record<EventType, z.ZodMiniObject>>;

export type EventData<T extends EventType> = z.output<(typeof eventData)[T]>;

/**
 * The types whose events contain the data: a few fields that are not an entity, and no personal data. The data of all
 * other types is read from the entity.
 */
export const carried = [
  'integration.failing',
  'webhook.disabled',
  'usage.threshold_reached',
  'statement.finalized',
  'export.completed',
] as const satisfies readonly EventType[];
export type CarriedType = (typeof carried)[number];

/** The data of a thin payload. */
export const thinData = (type: EventType): z.ZodMiniObject =>
  type.startsWith('document.') ? DocumentReference : EventReference;

/** The body that a webhook receives. */
export type WebhookEvent = {
  readonly [T in EventType]: {
    readonly id: string;
    readonly type: T;
    readonly timestamp: string;
    readonly client_id: string | null;
    readonly test?: true | undefined;
    readonly data: EventData<T> | z.output<typeof EventReference>;
  };
}[EventType];
