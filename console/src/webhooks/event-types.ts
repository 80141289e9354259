import type { EventSelector, EventType } from 'voice-agent-platform-client';

/** The types that a webhook can be asked for; the types insist on all of them. */
const subscribable: Readonly<Record<Exclude<EventType, 'ping'>, true>> = {
  'conversation.started': true,
  'conversation.updated': true,
  'conversation.ended': true,
  'conversation.erased': true,
  'transcript.appended': true,
  'note.created': true,
  'recording.available': true,
  'agent.created': true,
  'agent.updated': true,
  'agent.removed': true,
  'document.created': true,
  'document.updated': true,
  'document.removed': true,
  'client.created': true,
  'client.updated': true,
  'client.suspended': true,
  'client.erased': true,
  'api_key.created': true,
  'api_key.rotated': true,
  'api_key.revoked': true,
  'integration.failing': true,
  'webhook.disabled': true,
  'usage.threshold_reached': true,
  'statement.finalized': true,
  'export.completed': true,
};

export const eventTypes = Object.keys(subscribable) as readonly EventType[];

export const eventsInWords = (events: readonly EventSelector[]): string =>
  events.includes('*') ? 'All events' : events.join(', ');
