import * as z from 'zod/mini';
import { docs } from './fields.ts';

/** How many items a page has at most: a number, but a query has only text. */
export const Limit = z._default(
  z
    .pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')),
      z.transform(Number),
    )
    .register(docs, { description: 'How many items a page has at most' }),
  50,
);

const maxCursorLength = 2048;

const Cursor = z
  .string()
  .check(z.minLength(1), z.maxLength(maxCursorLength))
  .register(docs, { description: 'The `next_cursor` of the page before, for the same route and filters' });

/** Where a page ended; opaque to everything but the list that made it. */
export type Position = Readonly<Record<string, string | number>>;

/** What every paged route takes. */
export const pageQuery = { limit: Limit, cursor: z.optional(Cursor) };

/** What every list takes: newest first unless `order=asc`. */
export const listQuery = {
  ...pageQuery,
  order: z._default(z.enum(['asc', 'desc']), 'desc').register(docs, { description: '`desc`: newest first' }),
};

const pageFields = {
  has_more: z.boolean(),
  next_cursor: z
    .nullable(z.string())
    .register(docs, { description: 'Null exactly when `has_more` is false', maxLength: maxCursorLength }),
};

/** A page of items, with further fields beside them. */
export const pageOf = <I extends z.ZodMiniType, const S extends z.core.$ZodShape = Record<never, never>>(
  item: I,
  fields: S = {} as S,
) => z.object({ ...fields, data: z.array(item).check(z.maxLength(100)), ...pageFields });
