import * as z from 'zod';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { errors } from '#lib/contract/errors.ts';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { Limit } from '#lib/contract/page.ts';
import { changesSomething, errorsOf, methodOf, pathOf, scopes } from '#lib/contract/route.ts';
import manifest from '../package.json' with { type: 'json' };

type Json = Record<string, unknown>;

const titles: Readonly<Record<string, string>> = {
  clients: 'Clients',
  subcompanies: 'Subcompanies',
  agents: 'Agents',
  conversations: 'Conversations',
  transcripts: 'Transcripts',
  recordings: 'Recordings',
  apiKeys: 'API keys',
  me: 'Me',
  service: 'The service',
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
  };

/** Schemas that have a name, as they are met, for each direction. */
type Components = Record<Direction, Json>;

/** JSON Schema as OpenAPI 3.1 has it; what has an id becomes a component, one for each direction for now. */
const schemaOf = (schema: z.ZodType, io: Direction, components: Components): Json => {
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

/** The name of a component: what is sent and answered alike has one, else what is sent is called so. */
const nameOf = (io: Direction, name: string, { input, output }: Components): string => {
  const alike = JSON.stringify(input[name])?.replaceAll('input:', 'output:') === JSON.stringify(output[name]);
  return io === 'input' && name in output && !alike ? `${name}Input` : name;
};

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
  const from = (where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { description, ...found } = schemaOf(field as z.ZodType, 'input', components);
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
    changesSomething(route) && route.etag && methodOf(route) !== 'POST' && 'IfMatch',
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

const successOf = ({ route }: Operation, components: Components): Json => {
  const headers = headerRefs([
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
    status === 401 && 'WWW-Authenticate',
    status === 405 && 'Allow',
    (status === 503 || codes.includes('request_in_flight')) && 'Retry-After',
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
    headers: headerRefs(['Location']),
  };
  return {
    operationId: id,
    tags: [titles[resource] ?? resource],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.public ? [] : [{ apiKey: [] }],
    ...(route.scope && { 'x-required-scope': route.scope }),
    parameters: parametersOf(operation, components),
    ...bodyOf(operation, components),
    responses: {
      [route.status]: successOf(operation, components),
      ...(redirect && { 302: redirect }),
      ...(notModified && { 304: { description: 'Nothing has changed', headers: headerRefs(['ETag']) } }),
      ...problemsOf(operation),
    },
  };
};

const string = { type: 'string' };

const problem: Json = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where this document describes it' },
    title: string,
    status: { type: 'integer' },
    detail: string,
    instance: { type: 'string', format: 'uri-reference', description: 'The path that was asked for' },
    code: { type: 'string', description: 'Stable; more may come' },
    request_id: string,
    errors: {
      type: 'array',
      description: 'Every fault of the request',
      items: {
        type: 'object',
        required: ['code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) into the body' },
          parameter: string,
          header: string,
          code: string,
          detail: string,
        },
      },
    },
  },
};

const header = (description: string, schema: Json = string): Json => ({ description, schema });

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
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: '/' }],
    tags: Object.values(titles).map((name) => ({ name })),
    paths: settle(paths, components),
    components: {
      schemas: { ...settledComponents(components), Problem: problem },
      responses: Object.fromEntries(
        (Object.keys(errors) as ErrorCode[]).map((code) => [
          code,
          problemResponse(errors[code].status, [code]),
        ]),
      ),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Makes a repeat harmless for 24 hours: it is answered as the first request was',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          description: 'Change it only if its ETag is still this one',
          schema: string,
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: 'Answer 304 if its ETag is still this one',
          schema: string,
        },
      },
      headers: {
        'X-Request-Id': header('The request’s id: as it was sent, or else made here'),
        ETag: header('Names this representation'),
        Location: header('Where it is', { type: 'string', format: 'uri-reference' }),
        Allow: header('The methods that the path takes'),
        Link: header('The next page, as rel="next"'),
        'Retry-After': header('Seconds to wait', { type: 'integer' }),
        'WWW-Authenticate': header('How to authenticate'),
        'Idempotency-Replayed': header('`true` where the answer is the first one again'),
      },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key, \`vap_\` and 49 characters, with scopes: ${scopes.join(', ')}`,
        },
      },
    },
  };
};

/** The document's text, as it is committed. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;
