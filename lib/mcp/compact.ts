import type { Json } from '#lib/openapi/schemas.ts';
import type { ObjectSchema } from './tool.ts';

/*
 * An assistant reads the schemas of all tools before it reads a question, so they hold what it needs to call a tool and to find its way
 * in an answer. The API itself checks the rest, and says what is wrong.
 */

const words = new Set(['type', 'enum', 'const', 'anyOf', 'items', 'properties', 'required']);

/** Arguments and the fields of a body are described. The names of deeper fields have to do, and those of the deepest are left out. */
const describedDepth = 2;
const shownDepth = 3;

/** The instructions describe what all lists take. An id or an enumeration is described by its name. */
const speaksForItself = (name: string, { pattern, enum: values }: Json): boolean =>
  ['limit', 'cursor', 'order'].includes(name) || /^\^\w+_\[/.test(String(pattern)) || values !== undefined;

const compactProperties = (properties: Json, depth: number): Json =>
  Object.fromEntries(
    (Object.entries(properties) as [string, Json][]).map(([name, schema]) => {
      const { description } = schema;
      const isDescribed = depth <= describedDepth && description && !speaksForItself(name, schema);
      return [name, { ...(compact(schema, depth) as Json), ...(isDescribed ? { description } : {}) }];
    }),
  );

/** The schema of arguments without what does not help to write them. */
export const compact = (schema: unknown, depth = 0): unknown => {
  if (Array.isArray(schema)) return schema.map((inner) => compact(inner, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  // The values of an enumeration say of which type they are.
  const left = 'enum' in schema ? ['type'] : depth >= shownDepth ? ['properties', 'required'] : [];
  return Object.fromEntries(
    Object.entries(schema as Json)
      .filter(([word]) => words.has(word) && !left.includes(word))
      .map(([word, value]) => {
        if (word === 'properties') return [word, compactProperties(value as Json, depth + 1)];
        return [word, word === 'anyOf' || word === 'items' ? compact(value, depth) : value];
      }),
  );
};

/** What every entity has, so that no tool needs to say so. */
const ofEntities = new Set(['id', 'created_at', 'updated_at', 'version', 'metadata']);

/** The shape of an answer: the names of its fields. The items of a page are entities, whose fields their own tool names. */
export const outline = ({ properties = {}, required = [] }: Json): ObjectSchema => ({
  type: 'object',
  ...('has_more' in (properties as Json) && { properties: { data: { type: 'array' } } }),
  required: (required as string[]).filter((field) => !ofEntities.has(field)),
});
