import type * as z from 'zod/mini';

/** Reduces a value to the fields of a shape. */
type Projection = (value: unknown) => unknown;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a schema as plain data, which can be written into a bundle instead of the schema. */
export type Shape =
  | 'whole'
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly items: Shape }
  | { readonly optional: Shape }
  | { readonly default: unknown; readonly value: Shape };

/** Whether a stored value of the schema has no other fields: they were refused when it was written. */
const isStrict = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'object' && def.catchall?._zod.def.type === 'never';
};

const read = (schema: z.core.$ZodType): Shape => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      // Open shapes keep unknown fields.
      if (def.catchall && def.catchall._zod.def.type !== 'never') return 'whole';
      const fields = Object.entries(def.shape).map(([name, field]) => [name, shapeOf(field)] as const);
      return { fields: Object.fromEntries(fields) };
    }
    case 'array': {
      const items = shapeOf(def.element);
      return items === 'whole' ? 'whole' : { items };
    }
    case 'nullable':
    case 'optional': {
      const optional = shapeOf(def.innerType);
      return optional === 'whole' ? 'whole' : { optional };
    }
    case 'default':
      return { default: def.defaultValue, value: shapeOf(def.innerType) };
    case 'pipe':
      return shapeOf(def.out);
    case 'union':
      if (!def.options.every(isStrict)) throw new Error('An answer can only have a union of strict objects');
      return 'whole';
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'record':
    case 'unknown':
      return 'whole';
    default:
      throw new Error(`An answer cannot have a schema of type ${def.type}`);
  }
};

const shapes = new WeakMap<z.core.$ZodType, Shape>();

export const shapeOf = (schema: z.core.$ZodType): Shape => {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = read(schema);
  shapes.set(schema, shape);
  return shape;
};

const ofFields = (shape: Readonly<Record<string, Shape>>): Projection => {
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

const whole: Projection = (value) => value;

const make = (shape: Exclude<Shape, 'whole'>): Projection => {
  if ('fields' in shape) return ofFields(shape.fields);
  if ('items' in shape) {
    const project = projectionOf(shape.items);
    return (value) => (value as unknown[]).map(project);
  }
  if ('optional' in shape) {
    const project = projectionOf(shape.optional);
    return (value) => (value === null || value === undefined ? value : project(value));
  }
  const project = projectionOf(shape.value);
  return (value) => project(value === undefined ? shape.default : value);
};

const made = new WeakMap<object, Projection>();

/**
 * Reduces an entity to the fields of a shape, with defaults for absent fields, so that nothing undeclared is
 * returned. docs/decisions/answers.md explains why it does not parse.
 */
export const projectionOf = (shape: Shape): Projection => {
  if (shape === 'whole') return whole;
  const known = made.get(shape);
  if (known) return known;
  const project = make(shape);
  made.set(shape, project);
  return project;
};
