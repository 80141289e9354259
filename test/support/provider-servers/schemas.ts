import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ProviderName } from '#lib/contract/integrations.ts';

/** The providers' own OpenAPI documents, kept beside the project rather than in it; see the README. */
const directory = join(import.meta.dirname, '../../../../shared/fixtures/openapi');

export const haveProviderDocuments = existsSync(directory);

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type, or a value, for null. */
const withNull = ({ nullable, ...schema }: Json): Json => {
  if (nullable !== true) return schema;
  if (Array.isArray(schema.enum)) schema.enum = [...new Set([...schema.enum, null])];
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  return schema.type === undefined && schema.enum === undefined
    ? { anyOf: [schema, { type: 'null' }] }
    : schema;
};

/** Adds rules of the documents that JSON Schema does not know, and corrects their mistakes. */
const mended = (provider: ProviderName, value: unknown, isMap = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => mended(provider, item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name]) => isMap || !['discriminator', 'example', 'examples'].includes(name))
    .map(([name, member]) => [name, mended(provider, member, name === 'properties')] as const);
  const schema = Object.fromEntries(entries) as Json;
  if (isMap) return schema;
  if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replace(/^\/(.*)\/$/s, '$1');
  if (provider === 'vapi') {
    // Several classes of a choice often match the same body.
    if (schema.oneOf) {
      schema.anyOf = schema.oneOf;
      delete schema.oneOf;
    }
    if (Array.isArray(schema.enum) && (schema.enum.length === 0 || schema.type === 'array'))
      delete schema.enum;
  }
  return provider === 'elevenlabs' ? schema : withNull(schema);
};

interface Operation {
  readonly template: string;
  readonly pattern: RegExp;
  readonly operation: Json;
}

interface Document {
  readonly ajv: Ajv;
  readonly operations: ReadonlyMap<string, readonly Operation[]>;
}

const documents = new Map<ProviderName, Document>();

const read = (provider: ProviderName): Document => {
  const text = readFileSync(join(directory, `${provider}.json`), 'utf8');
  const document = mended(provider, JSON.parse(text)) as Json;
  const options = { strict: false, validateSchema: false, validateFormats: false, logger: false } as const;
  const ajv = provider === 'elevenlabs' ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(document, 'document');
  const operations = new Map<string, Operation[]>();
  for (const [template, methods] of Object.entries(document.paths as Json)) {
    const pattern = new RegExp(`^${template.replace(/{[^}]+}/g, '[^/]+')}$`);
    for (const [method, operation] of Object.entries(methods as Json)) {
      const known = operations.get(method) ?? [];
      operations.set(method, [...known, { template, pattern, operation: operation as Json }]);
    }
  }
  return { ajv, operations };
};

const documentOf = (provider: ProviderName): Document => {
  const document = documents.get(provider) ?? read(provider);
  documents.set(provider, document);
  return document;
};

const pointer = (...parts: string[]): string =>
  `document#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const resolved = ({ ajv }: Document, schema: Json): Json =>
  typeof schema.$ref === 'string'
    ? ((ajv.getSchema(`document${schema.$ref}`)?.schema as Json | undefined) ?? {})
    : schema;

/** Every property that a schema has by itself or by its parts; undefined if it takes any. */
const propertiesOf = (document: Document, sent: Json): Set<string> | undefined => {
  const schema = resolved(document, sent);
  if (schema.additionalProperties && schema.additionalProperties !== true && !schema.properties)
    return undefined;
  const names = new Set(Object.keys((schema.properties as Json | undefined) ?? {}));
  for (const part of ['allOf', 'anyOf', 'oneOf'].flatMap(
    (kind) => (schema[kind] as Json[] | undefined) ?? [],
  )) {
    for (const name of propertiesOf(document, part) ?? []) names.add(name);
  }
  return names;
};

/** Paths that the providers have, and their documents do not. */
const undocumented: Readonly<Record<ProviderName, RegExp | undefined>> = {
  // https://elevenlabs.io/docs/api-reference/workspace/secrets/delete, and …/update;
  // https://elevenlabs.io/docs/api-reference/conversations/get-signed-url
  elevenlabs:
    /^((DELETE|PATCH) \/v1\/convai\/secrets\/[^/]+|GET \/v1\/convai\/conversation\/get-signed-url)$/,
  // The address of a call under way: https://docs.vapi.ai/calls/call-features
  vapi: /^POST \/call-control\//,
  // https://docs.retellai.com/api-references/update-live-call
  retell: /^(POST \/v2\/list-agents|PATCH \/v2\/update-live-call\/[^/]+)$/,
};

/** The faults of a request, by the provider's own document; none if the document is missing. */
export const faultsOf = (
  provider: ProviderName,
  method: string,
  path: string,
  query: URLSearchParams,
  body: unknown,
): string[] => {
  if (!haveProviderDocuments || undocumented[provider]?.test(`${method} ${path}`)) return [];
  const document = documentOf(provider);
  const found =
    document.operations.get(method.toLowerCase())?.filter(({ pattern }) => pattern.test(path)) ?? [];
  // The one that spells out most of the path.
  const [operation] = found.sort(
    (one, other) => one.template.split('{').length - other.template.split('{').length,
  );
  if (!operation) return [`there is no ${method} ${path}`];

  const parameters = ((operation.operation.parameters as Json[] | undefined) ?? []).map((parameter) =>
    resolved(document, parameter),
  );
  const known = new Set(parameters.map(({ name }) => name));
  const faults = [...query.keys()]
    .filter((name) => !known.has(name))
    .map((name) => `there is no parameter ${name}`);

  const content = (operation.operation.requestBody as Json | undefined)?.content as Json | undefined;
  if (!content?.['application/json'] || body === undefined) return faults;
  const { template } = operation;
  const validate: ValidateFunction | undefined = document.ajv.getSchema(
    pointer('paths', template, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'),
  );
  if (validate && !validate(body)) {
    faults.push(
      ...(validate.errors ?? []).slice(0, 8).map(({ instancePath, message }) => `${instancePath} ${message}`),
    );
  }
  const names = propertiesOf(document, (content['application/json'] as { schema: Json }).schema);
  if (names && names.size > 0 && isObject(body)) {
    faults.push(
      ...Object.keys(body)
        .filter((name) => !names.has(name))
        .map((name) => `there is no field ${name}`),
    );
  }
  return faults;
};
