import * as z from 'zod/mini';

/** A query parameter that may be sent several times, with one value each: `expand=a&expand=b`. */
export const repeated = <S extends z.ZodMiniType>(value: S, most = 10) =>
  z.optional(z.array(value).check(z.maxLength(most)));

/** Whether a query parameter may be sent several times. */
export const isRepeated = (schema: z.core.$ZodType): boolean => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array' || ('innerType' in def && isRepeated(def.innerType as z.core.$ZodType));
};
