import type * as z from 'zod/mini';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import type { Components, Direction, Json } from '#lib/openapi/schemas.ts';
import { schemaOf } from '#lib/openapi/schemas.ts';
import { compact, outline } from './compact.ts';
import type { Tool } from './tool.ts';

/*
 * The tools, derived from the contract. Bundling a function evaluates this file and keeps its exports, so
 * that the function contains neither the whole contract nor the generator of JSON Schema.
 */

/** Schemas of tools have no components: assistants read each by itself. */
const inlined = (value: unknown, components: Components): unknown => {
  if (Array.isArray(value)) return value.map((inner) => inlined(inner, components));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, 'x-enum-varnames': _, ...rest } = value as Json;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [name, inlined(inner, components)]),
  );
  if (typeof $ref !== 'string') return own;
  const [, io, id = ''] = /\/(input|output):(\w+)$/.exec($ref) ?? [];
  const target = components[io as keyof Components][id];
  return { ...(inlined(target, components) as Json), ...own };
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const nameOf = ({ resource, name }: Operation): string => snake(`${resource}_${name}`);

const isTool = ({ route }: Operation): boolean =>
  route.tool ?? (methodOf(route) === 'GET' && !route.public && !route.person && !route.content);

/** References to other operations use the names of their tools. */
const withToolNames = (text: string): string =>
  text.replace(/`(\w+ \/v1\/[^`]*)`/g, (whole, key: string) => {
    const named = operations.find((operation) => operation.route.key === key && isTool(operation));
    return named ? `\`${nameOf(named)}\`` : whole;
  });

/**
 * The effects of a call, derived from its method and its route. A merge patch that is sent twice changes
 * nothing the second time.
 */
const annotationsOf = (route: Operation['route']): Tool['annotations'] => {
  const method = methodOf(route);
  const openWorldHint = Boolean(route.asksModel || (route.waits && !route.readsMany));
  if (method === 'GET') return { readOnlyHint: true, openWorldHint };
  const isPost = method === 'POST';
  return { readOnlyHint: false, destructiveHint: !isPost, idempotentHint: !isPost, openWorldHint };
};

/** A change answers with the entity, whose fields are listed by the tool that reads it. */
const outputOf = (route: Operation['route'], answer: Json | undefined): Tool['outputSchema'] => {
  const isChanged = route.etag && methodOf(route) !== 'GET';
  return answer && !isChanged ? outline(answer) : { type: 'object' };
};

const listNames = ['data', 'rows'];

/** The list of an answer whose items have fields. */
const listOf = (answer: Json | undefined): Tool['list'] => {
  const properties = Object.entries((answer?.properties ?? {}) as Record<string, Json>);
  for (const [name, { items }] of properties.filter(([name]) => listNames.includes(name))) {
    const fields = Object.keys((items as Json | undefined)?.properties ?? {});
    if (fields.length > 0) return { name, fields };
  }
  return undefined;
};

const toolOf = (operation: Operation): Tool => {
  const { route } = operation;
  const components: Components = { input: {}, output: {} };
  const schema = (field: z.core.$ZodType, direction: Direction): Json =>
    inlined(schemaOf(field as z.ZodMiniType, direction, components), components) as Json;
  const fieldsOf = (object: z.ZodMiniObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([field, type]) => [field, schema(type, 'parameter')] as const);
  const params = fieldsOf(route.params);
  const query = fieldsOf(route.query);
  const body = route.body && schema(route.body, 'input');
  const answer = route.response && schema(route.response, 'output');
  const list = listOf(answer);
  const required = [...params.map(([field]) => field), ...(body ? ['body'] : [])];
  return {
    name: nameOf(operation),
    description: withToolNames(route.description ?? route.summary),
    method: methodOf(route),
    path: pathOf(route),
    ...(route.scope && { scope: route.scope }),
    params: Object.fromEntries(params.map(([field, { pattern }]) => [field, String(pattern)])),
    query: query.map(([field]) => field),
    paged: Boolean(route.paged),
    ...(list && { list }),
    annotations: annotationsOf(route),
    inputSchema: {
      type: 'object',
      ...(compact({
        properties: {
          ...Object.fromEntries([...params, ...query]),
          ...(list && { fields: { type: 'array' } }),
          ...(body && { body }),
        },
      }) as Pick<Tool['inputSchema'], 'properties'>),
      ...(required.length > 0 && { required }),
    },
    outputSchema: outputOf(route, answer),
  };
};

export const tools: readonly Tool[] = operations.filter(isTool).map(toolOf);
