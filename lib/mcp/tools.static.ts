import type * as z from 'zod/mini';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import type { Components, Json } from '#lib/openapi/schemas.ts';
import { schemaOf } from '#lib/openapi/schemas.ts';
import type { Tool } from './tool.ts';

/*
 * The tools, from the contract. Bundling a function evaluates this file and keeps its exports, so that the function carries neither the
 * whole contract nor what makes JSON Schema of it.
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
  const target = components.input[$ref.split(':').at(-1) ?? ''];
  return { ...(inlined(target, components) as Json), ...own };
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isTool = ({ route }: Operation): boolean =>
  Boolean(route.tool) || (methodOf(route) === 'GET' && !route.public && !route.content);

const toolOf = ({ resource, name, route }: Operation): Tool => {
  const components: Components = { input: {}, output: {} };
  const schema = (field: z.core.$ZodType, direction: 'parameter' | 'input') =>
    inlined(schemaOf(field as z.ZodMiniType, direction, components), components);
  const fieldsOf = (object: z.ZodMiniObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([field, type]) => [field, schema(type, 'parameter')] as const);
  const params = fieldsOf(route.params);
  const query = fieldsOf(route.query);
  const body = route.body && schema(route.body, 'input');
  const method = methodOf(route);
  return {
    name: snake(`${resource}_${name}`),
    title: route.summary,
    description: [route.summary, route.description].filter(Boolean).join('. '),
    method,
    path: pathOf(route),
    ...(route.scope && { scope: route.scope }),
    params: params.map(([field]) => field),
    query: query.map(([field]) => field),
    paged: Boolean(route.paged),
    reads: method === 'GET' || Boolean(route.changesNothing),
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries([...params, ...query]), ...(body ? { body } : {}) },
      required: [...params.map(([field]) => field), ...(body ? ['body'] : [])],
      additionalProperties: false,
    },
  };
};

export const tools: readonly Tool[] = operations.filter(isTool).map(toolOf);
