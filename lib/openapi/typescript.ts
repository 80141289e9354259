import { errors } from '#lib/contract/errors.ts';
import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import type { ClientCall } from './client-calls.ts';
import { clientCalls, nameOf } from './client-calls.ts';
import type { Json } from './schemas.ts';

/*
 * The types and routes of the TypeScript client, generated from the document: the contract's own types
 * require the schema library, which a client does not need.
 */

const union = (members: readonly string[]): string => [...new Set(members)].join(' | ');

const comment = (text: unknown, indent = ''): string =>
  text ? `${indent}/** ${String(text).replaceAll('*/', '*\\/')} */\n` : '';

const fieldsOf = (schema: Json, indent: string): string => {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, Json>;
    required?: string[];
    additionalProperties?: unknown;
  };
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(field.description, indent)}${indent}readonly ${name}${mark}: ${typeOf(field)};\n`;
  });
  const open = typeof additionalProperties === 'object' ? `${indent}readonly [name: string]: unknown;\n` : '';
  return fields.join('') + open;
};

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const typeOf = (schema: Json): string => {
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return `'${schema.const}'`;
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => `'${value}'`));
  const several = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(several)) return union((several as Json[]).map(typeOf));
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type: string) => typeOf({ ...schema, type })));
  }
  if (schema.type === 'array') return `readonly ${bracketed(typeOf((schema.items ?? {}) as Json))}[]`;
  if (schema.type === 'object') {
    if (schema.properties) return `{ ${fieldsOf(schema, '').replaceAll('\n', ' ')}}`;
    const { additionalProperties } = schema;
    return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties as Json) : 'unknown'}>>`;
  }
  return scalars[String(schema.type)] ?? 'unknown';
};

const bracketed = (type: string): string => (type.includes(' ') ? `(${type})` : type);

const declaration = (name: string, schema: Json): string =>
  schema.type === 'object' && schema.properties
    ? `${comment(schema.description)}export interface ${name} {\n${fieldsOf(schema, '  ')}}\n`
    : `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`;

/**
 * A query has only text; the client takes numbers and truth values as well, and one value in place of
 * several.
 */
const parameterType = (schema: Json): string => {
  if (schema.type === 'integer') return 'number | string';
  if (nameOf(schema.$ref) === 'Flag') return 'boolean | Flag';
  if (schema.type !== 'array') return typeOf(schema);
  return union([typeOf(schema.items as Json), typeOf(schema)]);
};

const parametersType = (parameters: readonly Json[]): string => {
  const fields = parameters.map(
    ({ name, required, description, schema }) =>
      `${comment(description, '      ')}      readonly ${name}${required ? '' : '?'}: ${parameterType(schema as Json)};\n`,
  );
  return fields.length > 0 ? `{\n${fields.join('')}    }` : '';
};

const inputOf = ({ pathParameters, queryParameters, body, route }: ClientCall): string => {
  const params = parametersType(pathParameters);
  const query = parametersType(queryParameters);
  const members = [
    params && `readonly params: ${params};`,
    query && `readonly query?: ${query};`,
    body && `readonly body${route.optionalBody ? '?' : ''}: ${typeOf(body)};`,
  ].filter(Boolean);
  return members.length > 0 ? `{\n    ${members.join('\n    ')}\n  }` : 'unknown';
};

const callType = (call: ClientCall): string => {
  const { route, item, event } = call;
  const reply = call.reply ? typeOf(call.reply) : 'undefined';
  const input = inputOf(call);
  if (event) return `StreamCall<${input}, ${typeOf(event)}>`;
  return route.paged ? `ListCall<${input}, ${reply}, ${typeOf(item)}>` : `Call<${input}, ${reply}>`;
};

/** The content of `clients/typescript/src/generated.ts`. */
export const typescriptText = (): string => {
  const { schemas, resources } = clientCalls();
  const types = Object.entries(schemas).map(([name, schema]) => declaration(name, schema));
  const calls = resources.map(([resource, all]) => {
    const members = all.map(
      (call) => `${comment(call.text, '    ')}    readonly ${call.name}: ${callType(call)};\n`,
    );
    return `  readonly ${resource}: {\n${members.join('')}  };\n`;
  });
  const routes = resources.map(([resource, all]) => {
    const infos = all.map(({ name, route }) => {
      const info = {
        method: methodOf(route),
        path: pathOf(route),
        ...(route.paged && { paged: true }),
        ...(changesSomething(route) && { writes: true }),
        ...(route.content && { content: route.content }),
        ...(route.events && { events: true }),
      };
      return `    ${name}: ${JSON.stringify(info)},\n`;
    });
    return `  ${resource}: {\n${infos.join('')}  },\n`;
  });
  const codes = Object.keys(errors).map((code) => `'${code}'`);
  return [
    '// Made by `npm run openapi` from the contract.\n',
    "import type { Call, ListCall, StreamCall } from './calls.ts';\n",
    `/** The codes of problems. New ones may be added. */\nexport type ErrorCode =\n  | ${codes.join('\n  | ')};\n`,
    ...types,
    `/** The operations of the API, by resource. */\nexport interface Client {\n${calls.join('')}}\n`,
    `export const routes = {\n${routes.join('')}};\n`,
  ].join('\n');
};
