import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import { openApiDocument } from './document.ts';
import { pythonName, snake } from './python-names.ts';
import type { Json } from './schemas.ts';

/*
 * The types and operations of the Python client, from the document.
 */

const nameOf = ($ref: unknown): string => String($ref).split('/').at(-1) ?? '';

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const typeOf = (schema: Json): string => {
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return `Literal[${JSON.stringify(schema.const)}]`;
  if (Array.isArray(schema.enum))
    return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (Array.isArray(schema.anyOf)) return (schema.anyOf as Json[]).map(typeOf).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `list[${typeOf((schema.items ?? {}) as Json)}]`;
  if (schema.type === 'object') {
    const { additionalProperties } = schema;
    return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties as Json) : 'Any'}]`;
  }
  return scalars[String(schema.type)] ?? 'Any';
};

const docstring = (text: unknown, indent: string): string =>
  text ? `${indent}"""${String(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n` : '';

/** Quoted, because a type may be declared below the one that names it. */
const quotedType = (schema: Json): string => JSON.stringify(typeOf(schema)).replaceAll('\\"', "'");

const declaration = (name: string, schema: Json): string => {
  if (schema.type !== 'object' || !schema.properties) {
    return `${name}: TypeAlias = ${schema.type === 'object' || schema.enum ? typeOf(schema) : quotedType(schema)}\n`;
  }
  const { properties, required = [] } = schema as { properties: Record<string, Json>; required?: string[] };
  const fields = Object.entries(properties).map(([field, type]) => {
    const declared = required.includes(field) ? quotedType(type) : `NotRequired[${quotedType(type)}]`;
    return `    ${field}: ${declared}\n${docstring(type.description, '    ')}`;
  });
  // A class cannot have fields called like words of the language, such as `from`.
  if (Object.keys(properties).some((field) => pythonName(field) !== field)) {
    const pairs = Object.entries(properties).map(([field, type]) => {
      const declared = required.includes(field) ? quotedType(type) : `NotRequired[${quotedType(type)}]`;
      return `    "${field}": ${declared},\n`;
    });
    return `${name} = TypedDict("${name}", {\n${pairs.join('')}})\n${docstring(schema.description, '')}`;
  }
  return `class ${name}(TypedDict):\n${docstring(schema.description, '    ')}\n${fields.join('') || '    pass\n'}`;
};

interface OperationObject {
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >;
}

const methodsOfOperation = (
  { name, route }: Operation,
  object: OperationObject,
  components: Record<string, Json>,
): string => {
  const parameters = (where: string) => object.parameters.filter((parameter) => parameter.in === where);
  const params = parameters('path').map(({ name: param }) => String(param));
  const query = parameters('query').map(
    ({ name: param, schema }) => [String(param), schema as Json] as const,
  );
  const body = object.requestBody?.content['application/json']?.schema;
  const schema = object.responses[route.status]?.content?.[route.content ?? 'application/json']?.schema;
  const reply = schema ? typeOf(schema) : 'None';

  const signature = (skip: readonly string[]) =>
    [
      'self',
      ...params.map((param) => `${pythonName(param)}: str`),
      ...(body ? [`body: "${typeOf(body)}"`] : []),
      ...query
        .filter(([param]) => !skip.includes(param))
        .flatMap(([param, type], at) => [
          ...(at === 0 ? ['*'] : []),
          `${pythonName(param)}: "${typeOf(type)} | None" = None`,
        ]),
      '**options: Unpack[CallOptions]',
    ].join(', ');
  const path =
    params.length > 0 ? `f"${pathOf(route).replace(/{(\w+)}/g, '{segment($1)}')}"` : `"${pathOf(route)}"`;
  const sent = (skip: readonly string[]) => {
    const entries = query
      .filter(([param]) => !skip.includes(param))
      .map(([param]) => `"${param}": ${pythonName(param)}`);
    return [
      ...(entries.length > 0 ? [`query={${entries.join(', ')}}`] : []),
      ...(body ? ['body=body'] : []),
      ...(changesSomething(route) ? ['writes=True'] : []),
      '**options',
    ].join(', ');
  };
  const text = [object.summary, object.description].filter(Boolean).join('. ');
  const method = pythonName(snake(name));
  const single = `    def ${method}(${signature([])}) -> "${reply}":\n${docstring(text, '        ')}        return self._call("${methodOf(route)}", ${path}, ${sent([])})\n`;
  if (!route.paged) return single;
  const { data } = (components[reply]?.properties ?? {}) as { data?: { items?: Json } };
  return `${single}\n    def ${method}_all(${signature(['cursor'])}) -> "Iterator[${typeOf(data?.items ?? {})}]":\n${docstring(`The items of all pages. ${text}`, '        ')}        return self._all(${path}, ${sent(['cursor'])})\n`;
};

const pascal = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Calls`;

/** What `clients/python/src/voice_agent_platform/generated.py` holds. */
export const pythonText = (): string => {
  const document = openApiDocument() as {
    paths: Record<string, Record<string, OperationObject>>;
    components: { schemas: Record<string, Json> };
  };
  const { schemas } = document.components;
  // Aliases of scalars and literals first: they are evaluated where they stand.
  const isAlias = ([, schema]: [string, Json]) => schema.type !== 'object' || !schema.properties;
  const entries = Object.entries(schemas);
  const types = [...entries.filter(isAlias), ...entries.filter((entry) => !isAlias(entry))];
  const resources = [...Map.groupBy(operations, ({ resource }) => resource)];
  const classes = resources.map(([resource, all]) => {
    const methods = all.map((operation) => {
      const object = document.paths[pathOf(operation.route)]?.[methodOf(operation.route).toLowerCase()];
      if (!object) throw new Error(`${operation.id} is not in the document`);
      return methodsOfOperation(operation, object, schemas);
    });
    return `class ${pascal(resource)}(Calls):\n${methods.join('\n')}`;
  });
  const attributes = resources.map(
    ([resource]) => `        self.${snake(resource)} = ${pascal(resource)}(sender)\n`,
  );
  return [
    '# Made by `npm run openapi` from the contract.\n# ruff: noqa: E501\nfrom __future__ import annotations\n\nfrom typing import Any, Iterator, Literal, NotRequired, TypeAlias, TypedDict, Unpack\n\nfrom .core import CallOptions, Calls, Sender, segment\n',
    ...types.map(([name, schema]) => declaration(name, schema)),
    ...classes,
    `class Resources:\n    """The operations of the API, by resource."""\n\n    def __init__(self, sender: Sender) -> None:\n${attributes.join('')}`,
  ].join('\n\n');
};
