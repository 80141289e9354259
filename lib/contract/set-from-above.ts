import * as z from 'zod/mini';

/** The fields that only a key of an organization above, or of the platform, may change. */
export const setFromAbove = z.registry();

/** The path of a field in a body. */
export type Path = readonly string[];

/** The schema within `optional`, `nullable` and `default`. */
const definitionOf = (schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? definitionOf(def.innerType as z.core.$ZodType) : def;
};

/** The paths of these fields in a schema, at any depth. */
export const pathsSetFromAbove = (schema: z.core.$ZodType): Path[] => {
  if (setFromAbove.has(schema)) return [[]];
  const definition = definitionOf(schema);
  if (definition.type !== 'object') return [];
  return Object.entries(definition.shape).flatMap(([name, field]) =>
    pathsSetFromAbove(field).map((path) => [name, ...path]),
  );
};
