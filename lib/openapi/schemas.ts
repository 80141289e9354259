import * as z from 'zod/mini';
import { After } from '#lib/contract/chats.ts';
import { MillisecondsInQuery, maxDurationMs } from '#lib/contract/conversations.ts';
import { Limit } from '#lib/contract/page.ts';
import { maxWaitSeconds, Wait } from '#lib/contract/webhook-messages.ts';

export type Json = Record<string, unknown>;

/** The place where a schema is used: in a query or path, in a body, or in an answer. */
export type Direction = 'parameter' | 'input' | 'output';

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object';

/**
 * Generators treat a field with a `default` as always sent, and turn defaults of objects into code that does
 * not compile. So bodies describe their defaults in words. Only parameters, which are scalars, keep the
 * keyword.
 */
const sayDefault = (jsonSchema: z.core.JSONSchema.BaseSchema, value: unknown, direction: Direction): void => {
  delete jsonSchema.default;
  if (!isScalar(value)) return;
  if (direction === 'parameter') jsonSchema.default = value as string;
  if (direction === 'input') {
    jsonSchema.description = [jsonSchema.description, `Default: \`${value}\``].filter(Boolean).join('. ');
  }
};

/** The numbers in queries, with their bounds. */
const numbers: ReadonlyMap<z.core.$ZodType, object> = new Map<z.core.$ZodType, object>([
  [Limit, { minimum: 1, maximum: 100, default: 50 }],
  [MillisecondsInQuery, { minimum: 0, maximum: maxDurationMs }],
  [After, { minimum: 0, maximum: 9_999_999 }],
  [Wait, { minimum: 0, maximum: maxWaitSeconds }],
]);

const override =
  (direction: Direction): Override =>
  ({ zodSchema, jsonSchema }) => {
    delete jsonSchema.id;
    const { def } = (zodSchema as z.core.$ZodTypes)._zod;
    if (def.type === 'default') sayDefault(jsonSchema, def.defaultValue, direction);
    // The format implies the pattern, which has more than three hundred characters.
    if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern;
    // Answers may get new fields; requests are strict and say so themselves.
    if (direction === 'output' && jsonSchema.additionalProperties === false) {
      delete jsonSchema.additionalProperties;
    }
    // A number in a query is text to the schema, but a number to every reader of the document.
    const number = numbers.get(zodSchema as z.core.$ZodType);
    if (number) {
      Object.assign(jsonSchema, { type: 'integer', ...number });
      delete jsonSchema.pattern;
      delete jsonSchema.maxLength;
    }
    if (jsonSchema.type === 'integer') {
      jsonSchema.format = Number(jsonSchema.maximum) < 2 ** 31 ? 'int32' : 'int64';
    }
  };

/** The named schemas of the document, for bodies and for answers, as they are met. */
export interface Components {
  readonly input: Json;
  readonly output: Json;
}

/** Keeps a named schema. Two different schemas of one name would lose one of them silently. */
const keep = (known: Json, name: string, schema: Json): void => {
  if (name in known && JSON.stringify(known[name]) !== JSON.stringify(schema)) {
    throw new Error(`Two schemas are called ${name}: give one of them another id`);
  }
  known[name] = schema;
};

interface Nullable extends Json {
  readonly anyOf?: readonly [Json, Json];
}

/**
 * Merges `anyOf` of a plain type and null into one type: generators would otherwise create a class for the
 * pair.
 */
const plainly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plainly);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, plainly(inner)]),
  ) as Nullable;
  const [first, second] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || second?.type !== 'null' || typeof first?.type !== 'string') return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...first, type: [first.type, 'null'], ...rest };
};

/**
 * `AudioStatus` and `none` make `AUDIO_STATUS_NONE`: Go has one scope for the constants of all enumerations.
 */
const constantOf = (name: string, value: unknown): string =>
  `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_')}_${value}`.replace(/\W/g, '_').toUpperCase();

const withConstants = (name: string, schema: Json): Json =>
  Array.isArray(schema.enum)
    ? { ...schema, 'x-enum-varnames': schema.enum.map((value) => constantOf(name, value)) }
    : schema;

/**
 * JSON Schema as OpenAPI 3.1 has it. A schema with an id becomes a component, one for each direction for now.
 */
export const schemaOf = (schema: z.ZodMiniType, direction: Direction, components: Components): Json => {
  const io = direction === 'output' ? 'output' : 'input';
  const {
    $defs,
    $schema: _schema,
    ...found
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: override(direction) });
  const named = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', `#/components/schemas/${io}:`)) as T;
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = definition;
    keep(components[io], name, withConstants(name, plainly(named(rest)) as Json));
  }
  return plainly(named(found)) as Json;
};

const strict = /,"additionalProperties":false/g;

/**
 * Whether a component is the same in bodies and in answers, with everything that it refers to, except that
 * bodies are strict.
 */
const isAlike = (name: string, components: Components, known: ReadonlySet<string> = new Set()): boolean => {
  if (known.has(name)) return true;
  const [sent, answered] = [components.input, components.output].map((all) => JSON.stringify(all[name]));
  if (sent?.replaceAll('/input:', '/output:').replace(strict, '') !== answered) return false;
  const within = [...(sent?.matchAll(/\/input:(\w+)/g) ?? [])].map(([, inner = '']) => inner);
  return within.every((inner) => isAlike(inner, components, new Set([...known, name])));
};

/** A component that differs between bodies and answers has the suffix `Input` in bodies. */
const nameOf = (io: keyof Components, name: string, components: Components): string =>
  io === 'input' && name in components.output && !isAlike(name, components) ? `${name}Input` : name;

/** Puts the final names of components into everything that refers to them. */
export const settle = <T>(value: T, components: Components): T =>
  JSON.parse(
    JSON.stringify(value).replace(
      /#\/components\/schemas\/(input|output):(\w+)/g,
      (_, io: keyof Components, name: string) => `#/components/schemas/${nameOf(io, name, components)}`,
    ),
  ) as T;

export const settledComponents = (components: Components): Json => {
  const settled: Json = {};
  for (const io of ['input', 'output'] as const) {
    for (const [name, schema] of Object.entries(components[io])) {
      const shared = io === 'input' && name in components.output && isAlike(name, components);
      if (!shared) keep(settled, nameOf(io, name, components), settle(schema, components) as Json);
    }
  }
  return Object.fromEntries(Object.entries(settled).sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** A string with a maximum length. */
export const string = (maxLength: number, further: Json = {}): Json => ({
  type: 'string',
  maxLength,
  ...further,
});
