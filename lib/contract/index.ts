import * as agentMappings from './agent-mappings.ts';
import * as agentVersions from './agent-versions.ts';
import * as agents from './agents.ts';
import * as analyses from './analyses.ts';
import * as analysisReports from './analysis-reports.ts';
import * as analysisRuns from './analysis-runs.ts';
import * as analyzerVersions from './analyzer-versions.ts';
import * as analyzers from './analyzers.ts';
import * as apiKeys from './api-keys.ts';
import * as auditRecords from './audit-records.ts';
import * as calls from './calls.ts';
import * as chats from './chats.ts';
import * as clients from './clients.ts';
import * as completions from './completions.ts';
import * as connections from './connections.ts';
import * as summaries from './conversations/summary.ts';
import * as conversations from './conversations.ts';
import * as deployments from './deployments.ts';
import * as documents from './documents.ts';
import * as erasures from './erasures.ts';
import * as exports from './exports.ts';
import * as gates from './gates.ts';
import * as handovers from './handovers.ts';
import * as imports from './imports.ts';
import * as integrationEvents from './integration-events.ts';
import * as integrations from './integrations.ts';
import * as invitations from './invitations.ts';
import * as liveTickets from './live-tickets.ts';
import * as mcp from './mcp.ts';
import * as me from './me.ts';
import * as members from './members.ts';
import * as models from './models.ts';
import * as notes from './notes.ts';
import * as numbers from './numbers.ts';
import * as openingHours from './opening-hours.ts';
import * as packages from './packages.ts';
import * as phoneCalls from './phone-calls.ts';
import * as plans from './plans.ts';
import * as preferences from './preferences.ts';
import * as recordings from './recordings.ts';
import * as reference from './reference.ts';
import * as reviews from './reviews.ts';
import type { Route } from './route.ts';
import * as scenarios from './scenarios.ts';
import * as service from './service.ts';
import * as sessions from './sessions.ts';
import * as signIn from './sign-in.ts';
import * as signingSecrets from './signing-secrets.ts';
import * as speech from './speech.ts';
import * as statements from './statements.ts';
import * as subcompanies from './subcompanies.ts';
import * as subscriptions from './subscriptions.ts';
import * as testRuns from './test-runs.ts';
import * as testSuites from './test-suites.ts';
import * as toolServers from './tool-servers.ts';
import * as transcripts from './transcripts.ts';
import * as usage from './usage.ts';
import * as voices from './voices.ts';
import * as webCalls from './web-calls.ts';
import * as webhookMessages from './webhook-messages.ts';
import * as webhooks from './webhooks.ts';
import * as widgetSessions from './widget-sessions.ts';
import * as widgets from './widgets.ts';

const modules = {
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
  phoneCalls,
  chats,
  completions,
  handovers,
  widgets,
  widgetSessions,
  // Apart, so that other functions of conversations do not contain its schemas.
  conversations: { ...conversations, ...summaries },
  liveTickets,
  transcripts,
  notes,
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
  integrationEvents,
  imports,
  auditRecords,
  voices,
  models,
  me,
  service,
  reference,
  packages,
  mcp,
} as const;

type RoutesOf<M> = { readonly [N in keyof M as M[N] extends Route ? N : never]: M[N] };
export type Contract = { readonly [R in keyof typeof modules]: RoutesOf<(typeof modules)[R]> };

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'key' in value && 'status' in value;

/**
 * The whole API, by resource and operation. Tools import this module. A handler imports only its own
 * resource.
 */
export const contract = Object.fromEntries(
  Object.entries(modules).map(([resource, exported]) => [
    resource,
    Object.fromEntries(
      Object.entries(exported)
        .filter(([, value]) => isRoute(value))
        // Node and bundlers list the exports of a module in different orders.
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  ]),
) as Contract;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export type Resource = keyof Contract;

/** `apiKeys.create`: the operationId, the client's method and the id of the construct. */
export type OperationId = {
  readonly [R in Resource]: `${R}.${Extract<keyof Contract[R], string>}`;
}[Resource];

type AuditedBy<R> = R extends { readonly audit: infer A }
  ? Extract<A extends { readonly people: infer P } ? P : A, string>
  : never;
/** The actions of the audit log that the routes declare, or those of the routes with some method. */
export type RouteAction<K extends string = string> = {
  readonly [R in Resource]: {
    readonly [N in keyof Contract[R]]: Contract[R][N] extends { readonly key: K }
      ? AuditedBy<Contract[R][N]>
      : never;
  }[keyof Contract[R]];
}[Resource];

export interface Operation {
  readonly id: OperationId;
  /** `functions/api-keys/create.ts`, the file of the operation's handler. */
  readonly entry: string;
  readonly resource: Resource;
  readonly name: string;
  readonly route: Route;
}

export const operations: readonly Operation[] = Object.entries<Record<string, Route>>(contract).flatMap(
  ([resource, routes]) =>
    Object.entries(routes).map(([name, route]) => ({
      id: `${resource}.${name}` as OperationId,
      entry: `functions/${kebab(resource)}/${kebab(name)}.ts`,
      resource: resource as Resource,
      name,
      route,
    })),
);
