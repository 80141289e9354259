import * as z from 'zod';

/** How many items a page has at most: a number, but a query has only text. */
export const Limit = z
  .string()
  .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
  .transform(Number)
  .meta({ description: 'How many items a page has at most' })
  .default(50);

const maxCursorLength = 2048;

const Cursor = z
  .string()
  .min(1)
  .max(maxCursorLength)
  .meta({ description: 'The `next_cursor` of the page before, for the same route and filters' });

/** Where a page ended; opaque to everything but the list that made it. */
export type Position = Readonly<Record<string, string | number>>;

/** What every paged route takes. */
export const pageQuery = { limit: Limit, cursor: Cursor.optional() };

/** What every list takes: newest first unless `order=asc`. */
export const listQuery = {
  ...pageQuery,
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: '`desc`: newest first' }),
};

const pageFields = {
  has_more: z.boolean(),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Null exactly when `has_more` is false', maxLength: maxCursorLength }),
};

/** A page of items, with further fields beside them. */
export const pageOf = <I extends z.ZodType, const S extends z.core.$ZodShape = Record<never, never>>(
  item: I,
  fields: S = {} as S,
) => z.object({ ...fields, data: z.array(item).max(100), ...pageFields });
