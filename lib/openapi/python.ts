import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import type { ClientCall } from './client-calls.ts';
import { clientCalls, nameOf } from './client-calls.ts';
import { pythonName, snake } from './python-names.ts';
import type { Json } from './schemas.ts';

/*
 * The types and operations of the Python client, from the document.
 */

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const typeOf = (schema: Json): string => {
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const several = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(several)) return (several as Json[]).map(typeOf).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `list[${typeOf((schema.items ?? {}) as Json)}]`;
  if (schema.type === 'object') {
    const { additionalProperties } = schema;
    return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties as Json) : 'Any'}]`;
  }
  return scalars[String(schema.type)] ?? 'Any';
};

/**
 * The client takes one value in place of several, and truth values. Not `list`, which the classes of
 * resources define as an operation.
 */
const parameterType = (schema: Json): string => {
  if (nameOf(schema.$ref) === 'Flag') return 'bool | Flag';
  const item = () => typeOf((schema.items ?? {}) as Json);
  return schema.type === 'array' ? `${item()} | Sequence[${item()}]` : typeOf(schema);
};

const docstring = (text: unknown, indent: string): string =>
  text ? `${indent}"""${String(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n` : '';

/** Quoted, because a type may be declared below the one that names it. */
const quotedType = (schema: Json): string => JSON.stringify(typeOf(schema)).replaceAll('\\"', "'");

const declaration = (name: string, schema: Json): string => {
  if (schema.type !== 'object' || !schema.properties) {
    return `${name}: TypeAlias = ${schema.enum ? typeOf(schema) : quotedType(schema)}\n`;
  }
  const { properties, required = [] } = schema as { properties: Record<string, Json>; required?: string[] };
  const fields = Object.entries(properties).map(([field, type]) => {
    const declared = required.includes(field) ? quotedType(type) : `NotRequired[${quotedType(type)}]`;
    return `    ${field}: ${declared}\n${docstring(type.description, '    ')}`;
  });
  // A class cannot declare fields named like reserved words, for example `from`.
  if (Object.keys(properties).some((field) => pythonName(field) !== field)) {
    const pairs = Object.entries(properties).map(([field, type]) => {
      const declared = required.includes(field) ? quotedType(type) : `NotRequired[${quotedType(type)}]`;
      return `    "${field}": ${declared},\n`;
    });
    return `${name} = TypedDict("${name}", {\n${pairs.join('')}})\n${docstring(schema.description, '')}`;
  }
  return `class ${name}(TypedDict):\n${docstring(schema.description, '    ')}\n${fields.join('') || '    pass\n'}`;
};

const methodOfCall = (call: ClientCall): string => {
  const { name, route, text, body, item, event } = call;
  const params = call.pathParameters.map(({ name: param }) => String(param));
  const query = call.queryParameters.map(
    ({ name: param, schema }) => [String(param), schema as Json] as const,
  );
  const reply = call.reply ? typeOf(call.reply) : 'None';

  const parameters = [
    'self',
    ...params.map((param) => `${pythonName(param)}: str`),
    ...(body ? [`body: ${typeOf(body)}${route.optionalBody ? ' | None = None' : ''}`] : []),
    ...(query.length > 0 ? ['*'] : []),
    ...query.map(([param, type]) => `${pythonName(param)}: ${parameterType(type)} | None = None`),
    '**options: Unpack[CallOptions]',
  ];
  const path = pathOf(route).replace(/{(\w+)}/g, (_, param) => `{segment('${param}', ${pythonName(param)})}`);
  const described = [
    `"${methodOf(route)}"`,
    `${params.length > 0 ? 'f' : ''}"${path}"`,
    'options',
    ...(query.length > 0
      ? [`query={${query.map(([param]) => `"${param}": ${pythonName(param)}`).join(', ')}}`]
      : []),
    ...(body ? ['body=body'] : []),
    ...(changesSomething(route) ? ['writes=True'] : []),
    ...(route.content ? [`content="${route.content}"`] : []),
  ];
  const kind = route.paged
    ? `ListRequest[${reply}, ${typeOf(item)}]`
    : event
      ? `StreamRequest[${reply}, ${typeOf(event)}]`
      : `Request[${reply}]`;
  const decorator = route.paged ? 'list_operation' : event ? 'stream_operation' : 'operation';
  return [
    `    @${decorator}\n`,
    `    def ${pythonName(snake(name))}(${parameters.join(', ')}) -> ${kind}:\n`,
    `${docstring(text, '        ')}        return ${kind.replace(/\[.*/, '')}(${described.join(', ')})\n`,
  ].join('');
};

const pascal = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Calls`;

/** The content of `clients/python/src/voice_agent_platform/generated.py`. */
export const pythonText = (): string => {
  const { schemas, resources } = clientCalls();
  // Aliases of scalars and literals come first, because Python evaluates them at their position.
  const isAlias = ([, schema]: [string, Json]) => schema.type !== 'object' || !schema.properties;
  const entries = Object.entries(schemas);
  const types = [...entries.filter(isAlias), ...entries.filter((entry) => !isAlias(entry))];
  const classes = resources.map(
    ([resource, all]) => `class ${pascal(resource)}(Calls[Runner]):\n${all.map(methodOfCall).join('\n')}`,
  );
  const attributes = resources.map(
    ([resource]) =>
      `        self.${snake(resource)}: ${pascal(resource)}[Runner] = ${pascal(resource)}(runner)\n`,
  );
  return [
    '# Made by `npm run openapi` from the contract.\n# ruff: noqa: E501\nfrom __future__ import annotations\n\nfrom collections.abc import Sequence\nfrom typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, Unpack\n\nfrom .calls import Calls, Runner, list_operation, operation, stream_operation\nfrom .request import CallOptions, ListRequest, Request, StreamRequest, segment\n',
    ...types.map(([name, schema]) => declaration(name, schema)),
    ...classes,
    `class Resources(Generic[Runner]):\n    """The operations of the API, by resource."""\n\n    def __init__(self, runner: Runner) -> None:\n        self.runner: Runner = runner\n${attributes.join('')}`,
  ].join('\n\n');
};
