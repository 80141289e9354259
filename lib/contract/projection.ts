import type * as z from 'zod/mini';

/** Reduces a value to the fields of a schema. */
type Projection = (value: unknown) => unknown;

type Fields = Readonly<Record<string, unknown>>;

const whole: Projection = (value) => value;

const ofFields = (shape: Readonly<Record<string, z.core.$ZodType>>): Projection => {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, project: projectionOf(field) }));
  // Copying an object with all fields is faster than adding one field after the other.
  const shaped: Fields = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
  return (value) => {
    const found = value as Fields;
    const promised: Record<string, unknown> = { ...shaped };
    for (const { name, project } of fields) promised[name] = project(found[name]);
    return promised;
  };
};

const make = (schema: z.core.$ZodType): Projection => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      // Open shapes keep unknown fields.
      return def.catchall && def.catchall._zod.def.type !== 'never' ? whole : ofFields(def.shape);
    case 'array': {
      const project = projectionOf(def.element);
      return project === whole ? whole : (value) => (value as unknown[]).map(project);
    }
    case 'nullable':
    case 'optional': {
      const project = projectionOf(def.innerType);
      return project === whole
        ? whole
        : (value) => (value === null || value === undefined ? value : project(value));
    }
    case 'default': {
      const project = projectionOf(def.innerType);
      return (value) => project(value === undefined ? def.defaultValue : value);
    }
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'record':
    case 'unknown':
      return whole;
    default:
      throw new Error(`An answer cannot have a schema of type ${def.type}`);
  }
};

const made = new WeakMap<z.core.$ZodType, Projection>();

/**
 * Reduces an entity to the fields of its schema, with defaults for absent fields, so that nothing undeclared is
 * returned. docs/decisions/answers.md explains why it does not parse.
 */
export const projectionOf = (schema: z.core.$ZodType): Projection => {
  const known = made.get(schema);
  if (known) return known;
  const project = make(schema);
  made.set(schema, project);
  return project;
};
