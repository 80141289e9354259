import * as z from 'zod/mini';
import { described, docs, enumeration, TimestampInput } from './fields.ts';

/** How many items a page has at most: a number, but a query has only text. */
export const Limit = z._default(
  z
    .pipe(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')),
      z.transform(Number),
    )
    .register(docs, { description: 'The largest number of items in the page, from 1 to 100' }),
  50,
);

const maxCursorLength = 2048;

const Cursor = z.string().check(z.minLength(1), z.maxLength(maxCursorLength)).register(docs, {
  description:
    'The `next_cursor` of the previous page; use it with the same route and filters, within three days',
});

/** A filter of lists whose entities change seldom: what has changed since the caller last asked. */
export const UpdatedAfter = described(
  z.optional(TimestampInput),
  'Only entities that were changed at this time or later (inclusive). The list stays in the order of creation',
);

/** Where a page ended; opaque to everything but the list that made it. */
export type Position = Readonly<Record<string, string | number>>;

/** What every paged route takes. */
export const pageQuery = { limit: Limit, cursor: z.optional(Cursor) };

const SortOrder = enumeration(
  'SortOrder',
  ['asc', 'desc'],
  'The order of a list: `asc` is oldest first, `desc` is newest first',
);

/** What every list takes: newest first unless `order=asc`. */
export const listQuery = {
  ...pageQuery,
  order: z._default(SortOrder, 'desc').register(docs, {
    description: 'The order of the list: `desc` (newest first, the default) or `asc` (oldest first)',
  }),
};

const pageFields = {
  has_more: z.boolean().register(docs, { description: 'Whether another page follows' }),
  next_cursor: z.nullable(z.string()).register(docs, {
    description: 'Send it as `cursor` to get the next page. Null exactly when `has_more` is false',
    maxLength: maxCursorLength,
  }),
};

/** A page of items under a name of its own, with further fields beside them. */
export const pageOf = <I extends z.ZodMiniType, const S extends z.core.$ZodShape = Record<never, never>>(
  name: string,
  item: I,
  fields: S = {} as S,
) =>
  z
    .object({
      ...fields,
      data: z.array(item).check(z.maxLength(100)).register(docs, { description: 'The items of this page' }),
      ...pageFields,
    })
    .register(docs, { id: name, description: 'One page of a list' });

/** What a list is asked by, beside its page and its order. */
export type FiltersOf<Q extends z.ZodMiniType> = Omit<z.output<Q>, keyof typeof listQuery>;
