import * as z from 'zod/mini';
import { Agent } from './agents.ts';
import { ApiKey } from './api-keys.ts';
import { AuditRecord } from './audit-records.ts';
import { Client } from './clients.ts';
import { Conversation } from './conversations.ts';
import { DocumentItem } from './documents.ts';
import type { EventType } from './events.ts';
import { described, docs, enumeration, id, object, Timestamp, text } from './fields.ts';
import { Note } from './notes.ts';
import { Amount } from './statements.ts';
import { TestResult } from './test-runs.ts';

const reference = z
  .string()
  .check(z.maxLength(64))
  .register(docs, { description: 'The id of the entity that the event is about' });

/** The data of a thin payload, and of every payload about an entity that no longer exists. */
export const EventReference = object('EventReference', 'The id of the entity that an event is about', {
  id: reference,
});

/** Reading a document requires the id of its agent and its own id. */
const DocumentReference = object('DocumentReference', 'The ids that are needed to read a document', {
  id: id('doc', 'The document’s id'),
  agent_id: id('agent', 'The agent that the document belongs to'),
});

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

const UsageThreshold = object('UsageThreshold', 'The share of a plan’s minutes that is used', {
  client_id: id('client', 'The organization that used the minutes'),
  percent: z
    .int()
    .check(z.minimum(1), z.maximum(1000))
    .register(docs, { description: 'The share of the included minutes that was reached, in percent' }),
  used_minutes: count('The minutes that were used in the period'),
  included_minutes: count('The minutes that the plan includes in the period'),
  period_start: described(Timestamp, 'When the period started'),
  period_end: described(Timestamp, 'When the period ends'),
});

const StatementSummary = object('StatementSummary', 'A statement without its lines', {
  id: id('stmt', 'The statement’s id'),
  client_id: id('client', 'The organization that the statement is for'),
  period_start: described(Timestamp, 'When the period started'),
  period_end: described(Timestamp, 'When the period ended'),
  total: described(Amount, 'The sum of all lines'),
});

const ExportSummary = object('ExportSummary', 'The result of an export, without links to its files', {
  id: id('exp', 'The export’s id'),
  status: enumeration('ExportResult', ['completed', 'failed'], 'The final status of an export'),
  rows: count('The number of rows that were written'),
  size_bytes: count('The size of all files, in bytes'),
});

const IntegrationFailure = object(
  'IntegrationFailure',
  'An integration whose requests the provider refuses',
  {
    id: id('intg', 'The integration’s id'),
    provider: described(text(64), 'The provider, such as `elevenlabs`'),
    name: described(text(200), 'The integration’s name'),
    status_detail: described(text(1000), 'Why the provider refused the requests'),
  },
);

const ToolServerChange = object('ToolServerChange', 'A tool server whose tools have changed', {
  id: id('tsrv', 'The tool server’s id'),
  name: described(text(200), 'The tool server’s name'),
  tools: z
    .array(text(128))
    .check(z.maxLength(200))
    .register(docs, { description: 'The names of the tools that agents can no longer call' }),
});

const WebhookDisabled = object('WebhookDisabled', 'A webhook that no longer receives messages', {
  id: id('hook', 'The webhook’s id'),
  disabled_reason: described(text(64), 'Why it was disabled: `gone` or `failing`'),
});

const AnalysisBudget = object('AnalysisBudget', 'The tokens of a month that are used up', {
  client_id: described(
    z.nullable(id('client')),
    'The organization whose analyzers used the tokens; null for the platform',
  ),
  analyzer_id: described(
    z.nullable(id('anl')),
    'The analyzer whose own limit was reached; null if it was the limit of its organization',
  ),
  month: described(text(7), 'The month of UTC, such as `2026-11`'),
  tokens_per_month: count('The limit'),
  tokens: count('The tokens that were used or reserved'),
});

const AnalysisRunSummary = object('AnalysisRunSummary', 'The result of an analysis run', {
  id: id('arun', 'The run’s id'),
  analyzer_id: id('anl', 'The analyzer'),
  status: enumeration('AnalysisRunResult', ['completed', 'canceled', 'failed'], 'The result of a run'),
  analyzed: count('The number of conversations that were analyzed'),
  skipped: count('The number of conversations that were skipped'),
  failed: count('The number of conversations that could not be analyzed'),
  tokens: count('The tokens of models that were used'),
});

const TestRunSummary = object('TestRunSummary', 'The result of a run of tests', {
  id: id('trun', 'The run’s id'),
  agent_id: id('agent', 'The agent'),
  agent_version: count('The version of the agent'),
  suite_id: described(z.nullable(id('suite')), 'The suite; null for single scenarios'),
  status: enumeration('TestRunEnd', ['completed', 'canceled'], 'Whether a run was completed or canceled'),
  result: z.nullable(TestResult).register(docs, { description: 'Its result; null if it was canceled' }),
  total: count('The number of attempts'),
  done: count('The number of attempts that have ended'),
});

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
  'conversation.handover_requested': Conversation,
  'conversation.ended': Conversation,
  'conversation.analyzed': Conversation,
  'conversation.reviewed': Conversation,
  'conversation.erased': EventReference,
  'transcript.appended': Conversation,
  'note.created': Note,
  'recording.available': Conversation,
  'api_key.created': ApiKey,
  'api_key.rotated': ApiKey,
  'api_key.revoked': EventReference,
  'integration.failing': IntegrationFailure,
  'tool_server.changed': ToolServerChange,
  'webhook.disabled': WebhookDisabled,
  'usage.threshold_reached': UsageThreshold,
  'statement.finalized': StatementSummary,
  'export.completed': ExportSummary,
  'analysis.budget_reached': AnalysisBudget,
  'analysis_run.completed': AnalysisRunSummary,
  'test_run.completed': TestRunSummary,
  'audit.recorded': AuditRecord,
  ping: EventReference,
} as const satisfies Readonly<Record<EventType, z.ZodMiniObject>>;

export type EventData<T extends EventType> = z.output<(typeof eventData)[T]>;

/**
 * The types whose events contain the data: a few fields that are not an entity, and no personal data. The
 * data of all other types is read from the entity.
 */
export const carried = [
  'integration.failing',
  'tool_server.changed',
  'webhook.disabled',
  'usage.threshold_reached',
  'statement.finalized',
  'export.completed',
  'analysis.budget_reached',
  'analysis_run.completed',
  'test_run.completed',
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
