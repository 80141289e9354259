import { enumeration } from './fields.ts';
import type { Scope } from './route.ts';

interface EventDeclaration {
  /** Describes the event in a sentence without a period. */
  readonly summary: string;
  /**
   * The scope that is required to read the event's entity. A key without it cannot have such events sent to a
   * webhook.
   */
  readonly scope?: Scope;
  /** Whether a webhook must name it, because `*` does not include it. */
  readonly byName?: true;
}

/**
 * All types of events. A write appends the event that reports it, and webhooks receive it. `event-data.ts`
 * defines the data of each type, and `lib/openapi/examples/events.ts` has an example.
 */
export const events = {
  'client.created': { summary: 'An organization was created', scope: 'clients:read' },
  'client.updated': { summary: 'An organization was changed', scope: 'clients:read' },
  'client.suspended': { summary: 'An organization was suspended', scope: 'clients:read' },
  'client.erased': {
    summary: 'An organization was erased with everything that it and its descendants owned',
    scope: 'clients:read',
  },
  'agent.created': { summary: 'An agent was created', scope: 'agents:read' },
  'agent.updated': { summary: 'An agent was changed', scope: 'agents:read' },
  'agent.removed': { summary: 'An agent was removed', scope: 'agents:read' },
  'document.created': {
    summary: 'A document was added to an agent’s knowledge base',
    scope: 'agents:read',
  },
  'document.updated': {
    summary: 'A document in an agent’s knowledge base was changed',
    scope: 'agents:read',
  },
  'document.removed': {
    summary: 'A document was removed from an agent’s knowledge base',
    scope: 'agents:read',
  },
  'conversation.started': { summary: 'A conversation started', scope: 'conversations:read' },
  'conversation.updated': { summary: 'A conversation was changed', scope: 'conversations:read' },
  'conversation.handover_requested': {
    summary: 'A person was asked to take over a chat',
    scope: 'conversations:read',
  },
  'conversation.ended': {
    summary: 'A conversation ended, or was recorded after its end',
    scope: 'conversations:read',
  },
  'conversation.analyzed': {
    summary: 'A conversation was analyzed',
    scope: 'conversations:read',
  },
  'conversation.reviewed': {
    summary: 'The analysis of a conversation was reviewed',
    scope: 'conversations:read',
  },
  'conversation.erased': { summary: 'The erasure of a conversation began', scope: 'conversations:read' },
  'transcript.appended': {
    summary: 'Turns were appended to the transcript of a conversation',
    scope: 'conversations:read',
  },
  'note.created': { summary: 'A note was added to a conversation', scope: 'conversations:read' },
  'recording.available': {
    summary: 'The recording of a conversation became available',
    scope: 'conversations:read',
  },
  'api_key.created': { summary: 'An API key was created', scope: 'keys:read' },
  'api_key.rotated': { summary: 'The secret of an API key was replaced', scope: 'keys:read' },
  'api_key.revoked': { summary: 'An API key was revoked', scope: 'keys:read' },
  'integration.failing': {
    summary: 'A provider refused the requests of an integration',
    scope: 'integrations:read',
  },
  'tool_server.changed': {
    summary: 'Tools were disabled because their server describes them differently, or no longer has them',
    scope: 'integrations:read',
  },
  'webhook.disabled': {
    summary: 'A webhook was disabled because its deliveries failed',
    scope: 'webhooks:read',
  },
  'usage.threshold_reached': {
    summary: 'An organization used a share of the minutes that its plan includes',
    scope: 'billing:read',
  },
  'statement.finalized': { summary: 'The statement of a period became final', scope: 'billing:read' },
  'export.completed': { summary: 'An export ended', scope: 'exports:read' },
  'analysis.budget_reached': {
    summary: 'Analyzers used up their tokens of a month',
    scope: 'analysis:read',
  },
  'analysis_run.completed': { summary: 'An analysis run ended', scope: 'analysis:read' },
  'test_run.completed': { summary: 'A run of tests of an agent ended', scope: 'tests:read' },
  'audit.recorded': {
    summary:
      'The audit log has a new record of a change, or of an access to words or audio. `*` does not include it',
    scope: 'audit:read',
    byName: true,
  },
  ping: { summary: 'A test of the webhook' },
} as const satisfies Readonly<Record<string, EventDeclaration>>;

export type EventType = keyof typeof events;

export const eventTypes = Object.keys(events) as EventType[];

export const EventTypeName = enumeration(
  'EventType',
  eventTypes as [EventType, ...EventType[]],
  'The type of the event. New types may be added',
);

export const testDescription =
  'True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent';

/** The scope that is required to read the entities of a type of events. */
export const scopeOfEvent = (type: EventType): Scope | undefined => (events[type] as EventDeclaration).scope;

/** Whether a webhook must name a type to receive it. */
export const isByName = (type: EventType): boolean => (events[type] as EventDeclaration).byName === true;
