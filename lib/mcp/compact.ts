import { namesValues, noValue } from '#lib/contract/page.ts';
import type { Json } from '#lib/openapi/schemas.ts';
import type { ObjectSchema } from './tool.ts';

/*
 * Shortens the schemas of tools. An assistant reads all of them before it reads a question, so they contain
 * only what is needed to call a tool and to read its answer. The API itself checks the rest, and reports
 * faults.
 */

const words = new Set(['type', 'enum', 'const', 'anyOf', 'items', 'properties', 'required']);

/**
 * Arguments and the fields of a body have descriptions. Deeper fields have only names, and the deepest are
 * omitted.
 */
const describedDepth = 2;
const shownDepth = 3;

/** A filter of conversations whose description says no more than its name. */
const plainFilter = /^Only conversations [^:,.`]{0,70}$/;

/** The instructions describe arguments that all lists share, and some names need no description. */
const namesAlone = [
  'limit',
  'cursor',
  'order',
  'duration_min_ms',
  'duration_max_ms',
  'external_id',
  'provider_conversation_id',
  'metadata',
  'tags',
  'add_tags',
  'remove_tags',
  'reviewed',
  'has_recording',
  'successful',
  'updated_after',
  'caller',
];

/** The name of an id or an enumeration describes it. */
const speaksForItself = (name: string, { pattern, enum: values, items, description }: Json): boolean =>
  namesAlone.includes(name) ||
  /^\^\w+_\[/.test(String(pattern)) ||
  values !== undefined ||
  (items as Json | undefined)?.enum !== undefined ||
  plainFilter.test(String(description));

/** Of a long description, its first sentence or clause. */
const firstWords = (description: string): string =>
  description.length <= 60 ? description : (description.split(/[.;:] /)[0] ?? description);

/** A value of one type, or null. */
const orNull = ({ anyOf, ...schema }: Json): Json => {
  const [value, other, ...more] = (anyOf ?? []) as Json[];
  const isPlain = value && Object.keys(value).join() === 'type' && typeof value.type === 'string';
  return isPlain && other?.type === 'null' && more.length === 0
    ? { ...schema, type: [value.type, 'null'] }
    : { ...schema, ...(anyOf !== undefined && { anyOf }) };
};

const compactProperties = (properties: Json, depth: number): Json =>
  Object.fromEntries(
    (Object.entries(properties) as [string, Json][]).map(([name, schema]) => {
      const { description } = schema;
      // An argument with several values, or with keys, is a filter by the field with its name.
      const isFilter = depth === 1 && name !== 'body' && ['array', 'object'].includes(String(schema.type));
      const isDescribed =
        depth <= describedDepth && description && !isFilter && !speaksForItself(name, schema);
      const shortened = firstWords(String(description).replace(/^Only \w+ /, ''));
      return [
        name,
        { ...orNull(compact(schema, depth) as Json), ...(isDescribed ? { description: shortened } : {}) },
      ];
    }),
  );

/** The items of an argument with several values are texts, unless they are enumerated. */
const isAnyText = (word: string, items: unknown): boolean =>
  word === 'items' && (items as Json).type === 'string' && (items as Json).enum === undefined;

/** Whether these are the words of a filter by a property. Instructions describe those that are no values. */
const isOfFacet = (values: unknown): boolean => Array.isArray(values) && values.includes(noValue);

/** The schema of arguments, reduced to the keywords that help to write them. */
export const compact = (schema: unknown, depth = 0): unknown => {
  if (Array.isArray(schema)) return schema.map((inner) => compact(inner, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  // The values of an enumeration imply its type.
  const left = 'enum' in schema ? ['type'] : depth >= shownDepth ? ['properties', 'required'] : [];
  return Object.fromEntries(
    Object.entries(schema as Json)
      .filter(
        ([word, value]) =>
          words.has(word) && !left.includes(word) && !(depth === 1 && isAnyText(word, value)),
      )
      .map(([word, value]) => {
        if (word === 'properties') return [word, compactProperties(value as Json, depth + 1)];
        if (word === 'enum' && isOfFacet(value)) return ['examples', (value as string[]).filter(namesValues)];
        return [word, word === 'anyOf' || word === 'items' ? compact(value, depth) : value];
      }),
  );
};

/** Fields of every entity, which no tool needs to list. */
const ofEntities = new Set(['id', 'created_at', 'updated_at', 'version', 'external_id', 'metadata']);

/**
 * The shape of an answer: the names of its fields. The items of a page are entities, whose fields their own
 * tool names.
 */
export const outline = ({ required = [] }: Json): ObjectSchema => ({
  type: 'object',
  required: (required as string[]).filter((field) => !ofEntities.has(field)),
});
