import * as z from 'zod/mini';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { errors } from '#lib/contract/errors.ts';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { Limit } from '#lib/contract/page.ts';
import { changesSomething, errorsOf, methodOf, pathOf, scopes } from '#lib/contract/route.ts';
import manifest from '../package.json' with { type: 'json' };

type Json = Record<string, unknown>;

interface Tag {
  readonly name: string;
  readonly description: string;
}

const tags: Readonly<Record<string, Tag>> = {
  clients: { name: 'Clients', description: 'The organisations, from resellers down to locations' },
  subcompanies: { name: 'Subcompanies', description: 'What stands directly below a client' },
  agents: { name: 'Agents', description: 'Who speaks: what it says, how it sounds, who runs it' },
  agentVersions: { name: 'Agent versions', description: 'What an agent was before it was changed' },
  documents: { name: 'Documents', description: 'What an agent knows beyond its prompt' },
  conversations: { name: 'Conversations', description: 'Who spoke with which agent, and what came of it' },
  transcripts: { name: 'Transcripts', description: 'What was said in a conversation, turn by turn' },
  recordings: { name: 'Recordings', description: 'What was heard in a conversation' },
  apiKeys: { name: 'API keys', description: 'Who may call this API, and what for' },
  me: { name: 'Me', description: 'Who is calling' },
  service: { name: 'The service', description: 'What can be asked without a key' },
};

type Direction = 'input' | 'output';

const override =
  (io: Direction) =>
  ({
    zodSchema,
    jsonSchema,
  }: Parameters<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] & {}>[0]) => {
    delete jsonSchema.id;
    // The format says it, and in fewer than three hundred characters.
    if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern;
    // Answers may get new fields; requests are strict and say so themselves.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // A number in a query is text to the schema, and a number to whoever reads the document.
    if (zodSchema === Limit)
      Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: 100, default: 50 });
    if (zodSchema === Limit) delete jsonSchema.pattern;
    if (jsonSchema.type === 'integer')
      jsonSchema.format = Number(jsonSchema.maximum) < 2 ** 31 ? 'int32' : 'int64';
  };

/** Schemas that have a name, as they are met, for each direction. */
type Components = Record<Direction, Json>;

/** JSON Schema as OpenAPI 3.1 has it; what has an id becomes a component, one for each direction for now. */
const schemaOf = (schema: z.ZodMiniType, io: Direction, components: Components): Json => {
  const {
    $defs,
    $schema: _schema,
    ...found
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: override(io),
  });
  const named = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', `#/components/schemas/${io}:`));
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = definition;
    components[io][name] = named(rest);
  }
  return named(found) as Json;
};

/** Whether a component is sent as it is answered, with all that it refers to. */
const isAlike = (name: string, components: Components, known: ReadonlySet<string> = new Set()): boolean => {
  if (known.has(name)) return true;
  const [sent, answered] = [components.input, components.output].map((all) => JSON.stringify(all[name]));
  if (sent?.replaceAll('/input:', '/output:') !== answered) return false;
  const within = [...(sent?.matchAll(/\/input:(\w+)/g) ?? [])].map(([, inner = '']) => inner);
  return within.every((inner) => isAlike(inner, components, new Set([...known, name])));
};

/** The name of a component: what is sent and answered alike has one, else what is sent is called so. */
const nameOf = (io: Direction, name: string, components: Components): string =>
  io === 'input' && name in components.output && !isAlike(name, components) ? `${name}Input` : name;

/** Puts the final names of components into everything that refers to them. */
const settle = <T>(value: T, components: Components): T =>
  JSON.parse(
    JSON.stringify(value).replace(
      /#\/components\/schemas\/(input|output):(\w+)/g,
      (_, io: Direction, name: string) => `#/components/schemas/${nameOf(io, name, components)}`,
    ),
  );

const settledComponents = (components: Components): Json => {
  const named = (['input', 'output'] as const).flatMap((io) =>
    Object.entries(components[io]).map(
      ([name, schema]) => [nameOf(io, name, components), settle(schema, components)] as const,
    ),
  );
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const parametersOf = ({ route }: Operation, components: Components): Json[] => {
  const from = (where: 'path' | 'query', schema: z.ZodMiniObject | undefined): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { description, ...found } = schemaOf(field as z.ZodMiniType, 'input', components);
      return {
        name,
        in: where,
        required: where === 'path',
        ...(description !== undefined && { description }),
        schema: found,
      };
    });
  const refs = [
    changesSomething(route) && 'IdempotencyKey',
    errorsOf(route).includes('precondition_failed') && 'IfMatch',
    !changesSomething(route) && route.etag && 'IfNoneMatch',
  ].flatMap((name) => (name ? [{ $ref: `#/components/parameters/${name}` }] : []));
  return [...from('path', route.params), ...from('query', route.query), ...refs];
};

const headerRefs = (names: readonly (string | false | undefined)[]): Json =>
  Object.fromEntries(
    ['X-Request-Id', ...names].flatMap((name) =>
      name ? [[name, { $ref: `#/components/headers/${name}` }]] : [],
    ),
  );

/** Where requests of a key are counted: on every answer that a key was needed for. */
const quota = ['RateLimit', 'RateLimit-Policy'];

const successOf = ({ route }: Operation, components: Components): Json => {
  const headers = headerRefs([
    ...(route.public ? [] : quota),
    route.etag && route.response && 'ETag',
    route.location && 'Location',
    route.paged && 'Link',
    changesSomething(route) && 'Idempotency-Replayed',
  ]);
  const content = route.response && {
    'application/json': { schema: schemaOf(route.response, 'output', components) },
  };
  return { description: route.summary, headers, ...(content && { content }) };
};

const problemResponse = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${errors[code].title}`).join('; '),
  headers: headerRefs([
    ...quota,
    status === 401 && 'WWW-Authenticate',
    (status === 429 || status === 503 || codes.includes('request_in_flight')) && 'Retry-After',
  ]),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { properties: { status: { const: status }, code: { enum: codes } } },
        ],
      },
    },
  },
});

/** A response for each status; where one status has one code, it is the same for all routes. */
const problemsOf = ({ route }: Operation): Json => {
  const byStatus = Map.groupBy(errorsOf(route), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : problemResponse(status, codes),
    ]),
  );
};

const bodyOf = ({ route }: Operation, components: Components): Json => {
  if (!route.body) return {};
  const schema = schemaOf(route.body, 'input', components);
  const types = [
    'application/json',
    ...(methodOf(route) === 'PATCH' ? ['application/merge-patch+json'] : []),
  ];
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
};

const operationOf = (operation: Operation, components: Components): Json => {
  const { id, resource, route } = operation;
  const notModified = route.etag && !changesSomething(route);
  const redirect = route.redirect && {
    description: 'Where `Accept` prefers it: a redirect to the recording itself',
    headers: headerRefs([...quota, 'Location']),
  };
  return {
    operationId: id,
    tags: [tags[resource]?.name ?? resource],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.public ? [] : [{ apiKey: [] }],
    ...(route.scope && { 'x-required-scope': route.scope }),
    parameters: parametersOf(operation, components),
    ...bodyOf(operation, components),
    responses: {
      [route.status]: successOf(operation, components),
      ...(redirect && { 302: redirect }),
      ...(notModified && {
        304: { description: 'Nothing has changed', headers: headerRefs([...quota, 'ETag']) },
      }),
      ...problemsOf(operation),
    },
  };
};

const string = (maxLength: number, further: Json = {}): Json => ({ type: 'string', maxLength, ...further });

/** A path or header is no longer: API Gateway takes 10,240 bytes of all of them together, Node 16 KB. */
const maxHeaderLength = 16_384;

/** A body of 1 MB has no more faults than bytes, and no longer pointer into it even if every character is escaped. */
const maxFaults = 1_048_576;
const maxPointerLength = 2 * maxFaults;

const words = '^[a-z_]+$';
const requestId = string(128, { pattern: '^[A-Za-z0-9._-]+$' });

const problem: Json = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status', 'instance', 'code', 'request_id'],
  properties: {
    type: string(200, { format: 'uri-reference', description: 'Where this document describes it' }),
    title: string(200),
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    detail: string(maxHeaderLength),
    instance: string(maxHeaderLength, {
      format: 'uri-reference',
      description: 'The path that was asked for',
    }),
    code: string(64, { pattern: words, description: 'Stable; more may come' }),
    request_id: requestId,
    errors: {
      type: 'array',
      description: 'Every fault of the request',
      maxItems: maxFaults,
      items: {
        type: 'object',
        required: ['code', 'detail'],
        properties: {
          pointer: string(maxPointerLength, {
            format: 'json-pointer',
            description: 'Into the body (RFC 6901)',
          }),
          parameter: string(maxHeaderLength),
          header: string(64),
          code: string(64, { pattern: words }),
          detail: string(maxHeaderLength),
        },
      },
    },
  },
};

const header = (description: string, schema: Json): Json => ({ description, schema });

/** Every code, for the `type` of a problem to point to: also those that no route answers with by itself. */
const problems = (): Json =>
  Object.fromEntries(Object.entries(errors).map(([code, { status, title }]) => [code, { status, title }]));

/** The problems that some route answers with as the only one of its status. */
const problemResponses = (paths: Json): Json => {
  const text = JSON.stringify(paths);
  const used = (Object.keys(errors) as ErrorCode[]).filter((code) =>
    text.includes(`"#/components/responses/${code}"`),
  );
  return Object.fromEntries(used.map((code) => [code, problemResponse(errors[code].status, [code])]));
};

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = (): Json => {
  const components: Components = { input: {}, output: {} };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = pathOf(operation.route);
    paths[path] = {
      ...paths[path],
      [methodOf(operation.route).toLowerCase()]: operationOf(operation, components),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voice agent platform',
      version: manifest.version,
      description: manifest.description,
      contact: { name: 'Whoever runs this installation' },
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [
      {
        url: '/',
        description: 'The installation that serves this document, in production or locally',
        'x-internal': false,
      },
    ],
    tags: Object.values(tags),
    paths: settle(paths, components),
    components: {
      schemas: { ...settledComponents(components), Problem: problem },
      responses: problemResponses(paths),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Makes a repeat harmless for 24 hours: it is answered as the first request was',
          schema: string(255, { minLength: 1, pattern: '^[ -~]+$' }),
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          description: 'Change it only if its ETag is still this one',
          schema: string(maxHeaderLength),
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: 'Answer 304 if its ETag is still this one',
          schema: string(maxHeaderLength),
        },
      },
      headers: {
        'X-Request-Id': header('The request’s id: as it was sent, or else made here', requestId),
        ETag: header('Names this representation', string(64, { pattern: '^"[A-Za-z0-9_-]+"$' })),
        Location: header('Where it is', string(maxHeaderLength, { format: 'uri-reference' })),
        Link: header('The next page, as rel="next"', string(maxHeaderLength)),
        'Retry-After': header('Seconds to wait', {
          type: 'integer',
          format: 'int32',
          minimum: 0,
          maximum: 86_400,
        }),
        RateLimit: header(
          'How many requests the key has left, `r`, and in how many seconds it gets more, `t` (draft-ietf-httpapi-ratelimit-headers)',
          string(256),
        ),
        'RateLimit-Policy': header(
          'How many requests a key may make, `q`, in how many seconds, `w` (draft-ietf-httpapi-ratelimit-headers)',
          string(256),
        ),
        'WWW-Authenticate': header('How to authenticate', string(256)),
        'Idempotency-Replayed': header('`true` where the answer is the first one again', {
          type: 'string',
          enum: ['true'],
        }),
      },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key, \`vap_\` and 49 characters, with scopes: ${scopes.join(', ')}`,
        },
      },
    },
    'x-problems': problems(),
  };
};

/** The document's text, as it is committed. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
