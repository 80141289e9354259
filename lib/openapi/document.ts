import type * as z from 'zod/mini';
import type { Completion } from '#lib/contract/completions.ts';
import { errors } from '#lib/contract/errors.ts';
import { eventSchemas } from '#lib/contract/event-schemas.ts';
import { events, eventTypes } from '#lib/contract/events.ts';
import type { Operation, Resource } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { hasKeys } from '#lib/contract/page.ts';
import type { Route } from '#lib/contract/route.ts';
import { changesSomething, conditionOf, isDownload, methodOf, pathOf, scopes } from '#lib/contract/route.ts';
import manifest from '../../package.json' with { type: 'json' };
import { codeSamplesOf } from './code-samples.ts';
import { conventionsText } from './conventions.ts';
import { eventExamples } from './examples/events.ts';
import type { ExamplesOf } from './examples/example.ts';
import * as resourceExamples from './examples/index.ts';
import { headerRefs, quota, requestHeaders, responseHeaders, webhookHeaders } from './headers.ts';
import { problemComponents, problemSchemas, problemsOf } from './problems.ts';
import type { Components, Json } from './schemas.ts';
import { schemaOf, settle, settledComponents } from './schemas.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
}

const tags: Readonly<Record<Resource, Tag>> = {
  clients: { name: 'Clients', description: 'Organizations, from resellers down to locations' },
  subcompanies: { name: 'Subcompanies', description: 'The organizations directly below a client' },
  agents: {
    name: 'Agents',
    description: 'Voice agents: their instructions, their voices, and the providers that run them',
  },
  agentVersions: { name: 'Agent versions', description: 'The earlier states of an agent' },
  documents: { name: 'Documents', description: 'The documents of an agent’s knowledge base' },
  signingSecrets: {
    name: 'Signing secrets',
    description: 'The secrets that sign the requests of agents’ tools',
  },
  speech: { name: 'Speech', description: 'Speech in the voices of agents' },
  calls: { name: 'Calls', description: 'Outbound calls of agents' },
  webCalls: { name: 'Web calls', description: 'Calls that begin in a page, at voice providers' },
  chats: { name: 'Chats', description: 'Conversations that the platform holds with its own agents' },
  completions: {
    name: 'Completions',
    description: 'Agents as the language model of voice providers and of OpenAI clients',
  },
  handovers: { name: 'Handovers', description: 'People who take over chats from agents' },
  voices: { name: 'Voices', description: 'The voices of voice providers' },
  models: { name: 'Models', description: 'The language models that agents and analyzers may name' },
  deployments: {
    name: 'Deployments',
    description: 'Agents that the platform creates and updates at voice providers',
  },
  conversations: { name: 'Conversations', description: 'Conversations between callers and agents' },
  liveTickets: { name: 'Live tickets', description: 'Sockets that ring when to read conversations again' },
  transcripts: { name: 'Transcripts', description: 'The turns of a conversation' },
  notes: { name: 'Notes', description: 'People’s notes on a conversation' },
  recordings: { name: 'Recordings', description: 'The audio of a conversation' },
  erasures: { name: 'Erasures', description: 'Erasures of callers, and their receipts' },
  analyzers: {
    name: 'Analyzers',
    description: 'The criteria by which organizations judge their conversations',
  },
  analyzerVersions: { name: 'Analyzer versions', description: 'The earlier states of an analyzer' },
  analyses: {
    name: 'Analyses',
    description: 'The results of analyzers for a conversation, and their review',
  },
  reviews: { name: 'Reviews', description: 'Analyses that people review' },
  analysisRuns: { name: 'Analysis runs', description: 'Analyses of earlier conversations' },
  analysisReports: {
    name: 'Analysis reports',
    description: 'The verdicts of analyzers, and their agreement with reviewers',
  },
  scenarios: { name: 'Scenarios', description: 'Conversations that agents are tested with' },
  testSuites: { name: 'Test suites', description: 'Scenarios that are run together' },
  testRuns: { name: 'Test runs', description: 'Runs of scenarios with a version of an agent' },
  gates: {
    name: 'Gates',
    description: 'The version that an agent speaks with, and the suites that it must pass',
  },
  openingHours: {
    name: 'Opening hours',
    description: 'When organizations are open, as their agents know it',
  },
  plans: { name: 'Plans', description: 'Prices and included minutes' },
  subscriptions: {
    name: 'Subscriptions',
    description: 'The plan and the minutes by which an organization is billed',
  },
  statements: { name: 'Statements', description: 'The monthly statements of organizations' },
  exports: { name: 'Exports', description: 'Files with the data of organizations' },
  auditRecords: {
    name: 'Audit records',
    description: 'A log of changes and of access to transcripts and recordings',
  },
  usage: { name: 'Usage', description: 'Counts, durations, outcomes and costs of conversations' },
  webhooks: { name: 'Webhooks', description: 'URLs and queues that receive events' },
  webhookMessages: {
    name: 'Webhook messages',
    description: 'Messages of webhooks, with their delivery attempts',
  },
  apiKeys: { name: 'API keys', description: 'Keys that give access to the API' },
  connections: { name: 'Connections', description: 'OpenID providers through which people sign in' },
  members: { name: 'Members', description: 'People in organizations, and their permissions' },
  invitations: { name: 'Invitations', description: 'Invitations to organizations' },
  signIn: { name: 'Sign-in', description: 'The sign-in of people to the console' },
  sessions: { name: 'Sessions', description: 'Browsers in which people have signed in' },
  preferences: { name: 'Preferences', description: 'The preferences of a person or an API key' },
  widgets: { name: 'Widgets', description: 'Chats with agents for any website' },
  widgetSessions: {
    name: 'Widget sessions',
    description: 'The pages of widgets, and the chats of their visitors',
  },
  toolServers: { name: 'Tool servers', description: 'MCP servers whose tools agents can call' },
  integrations: {
    name: 'Integrations',
    description: 'Accounts at voice providers, whose calls become conversations',
  },
  agentMappings: {
    name: 'Agent mappings',
    description: 'The mapping of a provider’s agents to agents of the platform',
  },
  numbers: { name: 'Numbers', description: 'Telephone numbers of accounts, and the agents that answer them' },
  phoneCalls: {
    name: 'Phone calls',
    description: 'Calls at telephone companies that agents of the platform answer',
  },
  integrationEvents: {
    name: 'Integration events',
    description: 'Events that voice providers post, and how they were processed',
  },
  imports: { name: 'Imports', description: 'Imports of agents and earlier calls from voice providers' },
  me: { name: 'Me', description: 'The calling API key' },
  service: { name: 'Service', description: 'The health of the service, and the OpenAPI document' },
  mcp: { name: 'MCP', description: 'The API as tools for AI assistants (Model Context Protocol)' },
  reference: { name: 'Reference', description: 'The API reference as a page' },
  packages: { name: 'Packages', description: 'The clients of the API, for npm' },
};

const webhookEvents: Tag = {
  name: 'Events',
  description: 'The requests that the platform sends to webhooks, by type of event',
};

/** An example of a request and its answer, whatever its route. */
export interface AnyExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
  /** The same answer as CSV. */
  readonly csv?: string;
}

/** No resource is without its examples. */
const examples: { readonly [R in Resource]: ExamplesOf<R> } = resourceExamples;

/** The example of an operation. */
export const exampleOf = ({ resource, name }: Operation): AnyExample =>
  (examples as Readonly<Record<string, Readonly<Record<string, AnyExample>>>>)[resource]?.[name] ?? {};

const parametersOf = (operation: Operation, components: Components): Json[] => {
  const { route } = operation;
  const { params: sent } = exampleOf(operation);
  const from = (where: 'path' | 'query', schema: Route['params']): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const required = where === 'path';
      const { description, examples, ...found } = schemaOf(field as z.ZodMiniType, 'parameter', components);
      return {
        name,
        in: where,
        required,
        ...(description !== undefined && { description }),
        // "Try it" in the reference sends each parameter that has an example: as filters, they would match
        // nothing.
        schema: { ...found, ...(required && examples !== undefined && { examples }) },
        ...(hasKeys(field as z.ZodMiniType) && withKeys(name, found)),
        ...(required && sent?.[name] !== undefined && { example: sent[name] }),
      };
    });
  const refs = [changesSomething(route) && 'IdempotencyKey', conditionOf(route)?.replaceAll('-', '')].flatMap(
    (name) => (name ? [{ $ref: `#/components/parameters/${name}` }] : []),
  );
  return [...from('path', route.params), ...from('query', route.query), ...refs];
};

/**
 * A parameter that is sent as `<name>.<key>`. OpenAPI has no style for it, but can describe an object whose
 * properties are parameters with these names.
 */
const withKeys = (name: string, schema: Json): Json => ({
  style: 'form',
  explode: true,
  schema: {
    ...schema,
    propertyNames: {
      ...(schema.propertyNames as Json),
      pattern: `^${name}\\.`,
      maxLength: Number((schema.propertyNames as Json).maxLength) + name.length + 1,
    },
    maxProperties: 1,
  },
});

/** The description of a response. The schema describes the `200` of a list, and a `204` has no content. */
const describe = ({ status, summary, response }: Route): string => {
  if (!response) return 'Done; there is no body';
  return status === 201
    ? 'Created'
    : status === 202
      ? 'Accepted; the request is completed in the background'
      : summary;
};

const csvSchema: Json = {
  type: 'string',
  description: 'The rows as CSV (RFC 4180) with a header line, where `Accept` prefers it',
  maxLength: 6_291_456,
};

const eventStreamSchema: Json = {
  type: 'string',
  description: 'The same message as a server-sent event, for clients of the protocol’s revisions of 2025',
  maxLength: 6_291_456,
};

const eventStream = (operation: Operation): string =>
  `event: message\ndata: ${JSON.stringify(exampleOf(operation).response)}\n\n`;

const chunksSchema: Json = {
  type: 'string',
  description:
    'With `stream: true`: the chunks of the answer, each as the `data` of a server-sent event, and `[DONE]`. An error after the first word is a problem in place of a chunk',
  maxLength: 6_291_456,
};

const chunks = (operation: Operation): string => {
  const { choices: _choices, usage: _usage, ...head } = exampleOf(operation).response as Completion;
  const delta = { role: 'assistant', content: 'Of course. ' };
  const choices = [{ index: 0, delta, finish_reason: null }];
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices })}\n\n`;
};

const successOf = (operation: Operation, components: Components): Json => {
  const { route } = operation;
  const headers = headerRefs([
    ...(route.public ? [] : quota),
    route.etag && route.response && route.status !== 202 && 'ETag',
    route.location && 'Location',
    route.paged && 'Link',
    changesSomething(route) && 'Idempotency-Replayed',
    route.batchOf && 'Retry-After',
  ]);
  const content = route.response && {
    [route.content ?? 'application/json']: {
      schema: {
        ...schemaOf(route.response, 'output', components),
        ...(route.events && {
          contentMediaType: route.content,
          contentSchema: schemaOf(route.events, 'output', components),
        }),
      },
      example: exampleOf(operation).response,
    },
    ...(route.csv && { 'text/csv': { schema: csvSchema, example: exampleOf(operation).csv } }),
    ...(route.protocol === 'json-rpc' && {
      'text/event-stream': { schema: eventStreamSchema, example: eventStream(operation) },
    }),
    ...(route.protocol === 'openai' && {
      'text/event-stream': { schema: chunksSchema, example: chunks(operation) },
    }),
  };
  return { description: describe(route), headers, ...(content && { content }) };
};

/** The body is taken byte for byte, because the sender signs the bytes. Its content is the sender's. */
const rawBody = (operation: Operation): Json => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        description: 'The event, in the provider’s own format',
        additionalProperties: true,
        maxProperties: 10_000,
      },
      example: exampleOf(operation).body ?? {},
    },
  },
});

const bodyOf = (operation: Operation, components: Components): Json => {
  const { route } = operation;
  if (route.raw) return { requestBody: rawBody(operation) };
  if (!route.body) return {};
  const content = { schema: schemaOf(route.body, 'input', components), example: exampleOf(operation).body };
  const types = [
    'application/json',
    ...(methodOf(route) === 'PATCH' ? ['application/merge-patch+json'] : []),
  ];
  return {
    requestBody: {
      required: !route.optionalBody,
      content: Object.fromEntries(types.map((type) => [type, content])),
    },
  };
};

/** The protocol answers requests that it refuses in its own form. */
const protocolError = ({ protocol, response }: Route, components: Components): Json | undefined =>
  protocol === 'json-rpc' && response
    ? {
        'application/json': {
          schema: schemaOf(response, 'output', components),
          example: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Bad Request' } },
        },
      }
    : undefined;

const operationOf = (operation: Operation, components: Components): Json => {
  const { id, resource, route } = operation;
  const notModified = route.file || (route.etag && !changesSomething(route));
  const redirect = route.redirect && {
    description: 'A redirect to the recording, where `Accept` prefers its media type',
    headers: headerRefs([...quota, 'Location']),
  };
  return {
    operationId: id,
    tags: [tags[resource].name],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.raw ? [{ webhookSignature: [] }] : route.public ? [] : [{ apiKey: [] }],
    ...(route.scope && { 'x-required-scope': route.scope }),
    parameters: parametersOf(operation, components),
    ...bodyOf(operation, components),
    // Only providers call a route with a raw body, which they sign, and only the console has the cookie of a
    // person.
    ...(!route.raw &&
      !route.person &&
      !isDownload(route) && { 'x-codeSamples': codeSamplesOf(operation, exampleOf(operation)) }),
    responses: {
      [route.status]: successOf(operation, components),
      ...(redirect && { 302: redirect }),
      ...(notModified && {
        304: { description: 'Not modified', headers: headerRefs([...(route.public ? [] : quota), 'ETag']) },
      }),
      ...(route.protocol === 'json-rpc' && {
        202: { description: 'Accepted; a notification has no answer', headers: headerRefs(quota) },
      }),
      ...problemsOf(operation, protocolError(route, components)),
    },
  };
};

/** `conversation.ended` as `conversationEnded`. */
const camel = (type: string): string =>
  type.replace(/[._]([a-z])/g, (_, initial: string) => initial.toUpperCase());

/** The responses that a webhook's receiver may return. */
const receiverAnswers: Json = {
  '2XX': { description: 'Received. Any other answer, or no answer within 15 seconds, is a failure' },
  410: { description: 'Disables the webhook' },
};

/** The messages that the platform posts to a customer's server, one for each type of event. */
const webhooksOf = (components: Components): Record<string, Json> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `events.${camel(type)}`,
          tags: [webhookEvents.name],
          summary: events[type].summary,
          security: [],
          // Not references: oapi-codegen drops parameters that only webhooks refer to, and then does not
          // compile.
          parameters: webhookHeaders,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(eventSchemas[type], 'output', components),
                example: eventExamples[type],
              },
            },
          },
          responses: receiverAnswers,
        },
      },
    ]),
  );

/** The body of a request to a webhook, whatever its event. */
const webhookMessage = (components: Components): Json => {
  const bodies = eventTypes.map((type) => schemaOf(eventSchemas[type], 'output', components));
  return {
    description: 'A message of a webhook. Its type says what the data is; new types may be added',
    oneOf: bodies,
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(eventTypes.map((type, at) => [type, bodies[at]?.$ref])),
    },
  };
};

/**
 * All messages as one callback. Without a path that leads to them, oapi-codegen drops the schemas of events
 * as well.
 */
const messageCallback: Json = {
  message: {
    '{$request.body#/url}': {
      post: {
        operationId: 'webhooks.message',
        tags: [webhookEvents.name],
        summary: 'Receive a message',
        description:
          'The request that is sent for each event, as described under `webhooks` by type of event',
        security: [],
        parameters: webhookHeaders,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/WebhookMessage' },
              example: eventExamples['conversation.ended'],
            },
          },
        },
        responses: receiverAnswers,
      },
    },
  },
};

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = (): Json => {
  const components: Components = { input: {}, output: {} };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = pathOf(operation.route);
    paths[path] = {
      ...paths[path],
      [methodOf(operation.route).toLowerCase()]: {
        ...operationOf(operation, components),
        ...(operation.id === 'webhooks.create' && { callbacks: messageCallback }),
      },
    };
  }
  const webhooks = webhooksOf(components);
  const messages = { WebhookMessage: settle(webhookMessage(components), components) };
  const problems = problemComponents(paths);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voice agent platform',
      version: manifest.version,
      description: conventionsText(),
      contact: { name: 'The operator of this installation' },
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [
      {
        url: '/',
        description: 'The installation that serves this document, in production or locally',
        'x-internal': false,
      },
    ],
    security: [{ apiKey: [] }],
    tags: [...Object.values(tags), webhookEvents],
    paths: settle(paths, components),
    webhooks: settle(webhooks, components),
    components: {
      schemas: { ...settledComponents(components), ...messages, ...problemSchemas },
      ...problems,
      parameters: requestHeaders,
      headers: responseHeaders,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key: \`vap_\` followed by 49 characters. Scopes: ${scopes.join(', ')}`,
        },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Signature',
          description:
            'The signature of a voice provider over the raw body, in the provider’s own header: `ElevenLabs-Signature`, `X-Retell-Signature`, or the header that is configured at Vapi',
        },
      },
    },
    // Every code, because the `type` of a problem refers to it, including codes that no route declares
    // itself.
    'x-problems': errors,
  };
};

/** The document's text, as it is committed. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
