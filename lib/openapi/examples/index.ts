import type { Contract } from '#lib/contract/index.ts';
import { agentMappings } from './agent-mappings.ts';
import { agentVersions } from './agent-versions.ts';
import { agents } from './agents.ts';
import { apiKeys } from './api-keys.ts';
import { calls } from './calls.ts';
import { clients } from './clients.ts';
import { conversations } from './conversations.ts';
import { deployments } from './deployments.ts';
import { documents } from './documents.ts';
import type { ExamplesOf } from './example.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { integrationEvents } from './integration-events.ts';
import { integrations } from './integrations.ts';
import { mcp } from './mcp.ts';
import { me } from './me.ts';
import { notes } from './notes.ts';
import { plans } from './plans.ts';
import { recordings } from './recordings.ts';
import { reference } from './reference.ts';
import { service } from './service.ts';
import { speech } from './speech.ts';
import { statements } from './statements.ts';
import { subcompanies } from './subcompanies.ts';
import { subscriptions } from './subscriptions.ts';
import { transcripts } from './transcripts.ts';
import { usage } from './usage.ts';
import { voices } from './voices.ts';
import { webhookMessages } from './webhook-messages.ts';
import { webhooks } from './webhooks.ts';

/** An example of each route, by resource and operation, as the document shows them. */
export const examples: { readonly [G in keyof Contract]: ExamplesOf<G> } = {
  clients,
  subcompanies,
  agents,
  agentVersions,
  documents,
  deployments,
  speech,
  calls,
  conversations,
  transcripts,
  notes,
  recordings,
  usage,
  plans,
  subscriptions,
  statements,
  webhooks,
  webhookMessages,
  exports,
  apiKeys,
  integrations,
  agentMappings,
  integrationEvents,
  imports,
  voices,
  me,
  service,
  reference,
  mcp,
};
