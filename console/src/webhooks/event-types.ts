import type { EventSelector, EventType } from 'voice-agent-platform-client';
import { webhookWords } from '../words/webhooks.ts';

/** The types that a webhook can be asked for; the types insist on all of them. */
const subscribable: Readonly<Record<Exclude<EventType, 'ping'>, true>> = {
  'conversation.started': true,
  'conversation.updated': true,
  'conversation.ended': true,
  'conversation.handover_requested': true,
  'conversation.analyzed': true,
  'conversation.reviewed': true,
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
  'tool_server.changed': true,
  'webhook.disabled': true,
  'usage.threshold_reached': true,
  'statement.finalized': true,
  'export.completed': true,
  'analysis.budget_reached': true,
  'analysis_run.completed': true,
  'test_run.completed': true,
  'audit.recorded': true,
};

export const eventTypes = Object.keys(subscribable) as readonly EventType[];

export const eventsInWords = (events: readonly EventSelector[]): string => {
  const { inWords } = webhookWords();
  if (!events.includes('*')) return events.join(', ');
  const others = events.filter((name) => name !== '*');
  return others.length > 0 ? inWords.allWith(others.join(', ')) : inWords.all;
};
