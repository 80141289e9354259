import type { Contract } from '#lib/contract/index.ts';
import { agentMappings } from './agent-mappings.ts';
import { agentVersions } from './agent-versions.ts';
import { agents } from './agents.ts';
import { analyses } from './analyses.ts';
import { analysisReports } from './analysis-reports.ts';
import { analysisRuns } from './analysis-runs.ts';
import { analyzerVersions } from './analyzer-versions.ts';
import { analyzers } from './analyzers.ts';
import { apiKeys } from './api-keys.ts';
import { auditRecords } from './audit-records.ts';
import { calls } from './calls.ts';
import { chats } from './chats.ts';
import { clients } from './clients.ts';
import { completions } from './completions.ts';
import { conversations } from './conversations.ts';
import { deployments } from './deployments.ts';
import { documents } from './documents.ts';
import { erasures } from './erasures.ts';
import type { ExamplesOf } from './example.ts';
import { exports } from './exports.ts';
import { gates } from './gates.ts';
import { handovers } from './handovers.ts';
import { imports } from './imports.ts';
import { integrationEvents } from './integration-events.ts';
import { integrations } from './integrations.ts';
import { liveTickets } from './live-tickets.ts';
import { mcp } from './mcp.ts';
import { me } from './me.ts';
import { models } from './models.ts';
import { notes } from './notes.ts';
import { numbers } from './numbers.ts';
import { openingHours } from './opening-hours.ts';
import { packages } from './packages.ts';
import { connections, invitations, members, preferences, sessions, signIn } from './people.ts';
import { phoneCalls } from './phone-calls.ts';
import { plans } from './plans.ts';
import { recordings } from './recordings.ts';
import { reference } from './reference.ts';
import { reviews } from './reviews.ts';
import { scenarios } from './scenarios.ts';
import { service } from './service.ts';
import { signingSecrets } from './signing-secrets.ts';
import { speech } from './speech.ts';
import { statements } from './statements.ts';
import { subcompanies } from './subcompanies.ts';
import { subscriptions } from './subscriptions.ts';
import { testRuns } from './test-runs.ts';
import { testSuites } from './test-suites.ts';
import { toolServers } from './tool-servers.ts';
import { transcripts } from './transcripts.ts';
import { usage } from './usage.ts';
import { voices } from './voices.ts';
import { webCalls } from './web-calls.ts';
import { webhookMessages } from './webhook-messages.ts';
import { webhooks } from './webhooks.ts';
import { widgetSessions } from './widget-sessions.ts';
import { widgets } from './widgets.ts';

/** An example of each route, by resource and operation, as the document shows them. */
export const examples: { readonly [G in keyof Contract]: ExamplesOf<G> } = {
  clients,
  subcompanies,
  agents,
  agentVersions,
  documents,
  signingSecrets,
  deployments,
  speech,
  calls,
  webCalls,
  chats,
  completions,
  handovers,
  widgets,
  widgetSessions,
  conversations,
  transcripts,
  notes,
  auditRecords,
  recordings,
  erasures,
  analyzers,
  analyzerVersions,
  analyses,
  reviews,
  analysisRuns,
  analysisReports,
  scenarios,
  testSuites,
  testRuns,
  gates,
  openingHours,
  usage,
  plans,
  subscriptions,
  statements,
  webhooks,
  webhookMessages,
  exports,
  apiKeys,
  connections,
  members,
  invitations,
  signIn,
  sessions,
  preferences,
  integrations,
  toolServers,
  agentMappings,
  numbers,
  phoneCalls,
  integrationEvents,
  imports,
  voices,
  liveTickets,
  models,
  me,
  service,
  reference,
  packages,
  mcp,
};
