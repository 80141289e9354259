import * as z from 'zod/mini';
import { described, docs, enumeration, id, object, TimestampInput } from './fields.ts';

/** The maximum number of items on a page: a number, although a query has only text. */
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

/** A filter for lists whose entities rarely change: entities changed since the caller's last request. */
export const UpdatedAfter = described(
  z.optional(TimestampInput),
  'Only entities that were changed at this time or later (inclusive). The list stays in the order of creation',
);

/** The maximum number of values of a filter. */
const maxValues = 10;

/** Different values, of which an entity must have one. */
const valuesOf = <V extends z.ZodMiniType>(value: V, max: number) =>
  z.array(value).check(
    z.minLength(1),
    z.maxLength(max, `must have at most ${max} values`),
    z.refine((values) => new Set(values).size === values.length, 'must have different values'),
  );

const repeatable = new WeakSet<z.core.$ZodType>();

/** Whether a parameter of a query may be repeated. */
export const isRepeatable = (schema: z.core.$ZodType): boolean => repeatable.has(schema);

/**
 * A filter that takes any of several values: a parameter that may be repeated, or a field with an array. One
 * value needs no array.
 */
export const anyOf = <V extends z.ZodMiniType>(value: V, description: string, max = maxValues) => {
  const inArray = z.transform(
    (sent: z.input<V> | readonly z.input<V>[]) => (Array.isArray(sent) ? sent : [sent]) as z.input<V>[],
  );
  const schema = z.optional(z.pipe(inArray, valuesOf(value, max))).register(docs, { description });
  repeatable.add(schema);
  return schema;
};

/** The word for no value in a filter by a property. No property has it as its value. */
export const noValue = 'null';

/** The prefix of a value that is excluded. */
const exclusion = 'not:';

/** A value as a filter names it: excluded or not. */
export const excludedValue = (sent: string): string | undefined =>
  sent.startsWith(exclusion) ? sent.slice(exclusion.length) : undefined;

/** Whether a filter names values only, so that an index can find them. */
export const namesValues = (sent: unknown): boolean =>
  [sent].flat().every((one) => one !== noValue && excludedValue(String(one)) === undefined);

/** Refuses the word for no value, and what looks excluded, as the value of a property. */
export const isNameable = z.refine<string>(
  (value) => value === '' || namesValues(value),
  `must not be "${noValue}" or begin with "${exclusion}", which mean something else in filters`,
);

const onlyOneKind = z.refine<readonly string[]>(
  (values) => new Set(values.map((value) => excludedValue(value) === undefined)).size === 1,
  `must not mix values with values after "${exclusion}"`,
);

const wordsOfFacet = `\`${noValue}\`: without one; \`${exclusion}\` excludes`;

/** A value of a property of open vocabulary, or what a filter says instead. */
export const facetValue = (value: z.ZodMiniType<string, string>, maxLength: number) =>
  z
    .string()
    .check(({ value: sent, issues }) => {
      const named = excludedValue(sent) ?? sent;
      const parsed = named === noValue ? undefined : z.safeParse(value, named);
      if (parsed?.success !== false) return;
      for (const { code, message } of parsed.error.issues) {
        issues.push({ code: 'custom', params: { code }, message, input: sent });
      }
    })
    .register(docs, { maxLength: maxLength + exclusion.length });

/** The words of a filter by a property with few values. */
export const facetWords = <const T extends readonly string[]>(values: T) =>
  [
    ...values,
    noValue,
    ...values.map((value) => `${exclusion}${value}`),
    `${exclusion}${noValue}`,
  ] as unknown as readonly [
    ...T,
    typeof noValue,
    ...{ [I in keyof T]: `${typeof exclusion}${T[I]}` },
    `${typeof exclusion}${typeof noValue}`,
  ];

/** A filter by a property: any of several values, none of several values, or no value. */
export const facetFilter = <V extends z.ZodMiniType<string, string>>(value: V, description: string) => {
  const words = anyOf(value, description);
  const schema = z
    .optional(words.def.innerType.check(onlyOneKind))
    .register(docs, { description: `${description}. ${wordsOfFacet}` });
  repeatable.add(schema);
  return schema;
};

const byKey = new WeakSet<z.core.$ZodType>();

/** Whether a parameter of a query is sent as `<name>.<key>`. */
export const hasKeys = (schema: z.core.$ZodType): boolean => byKey.has(schema);

/** A filter by one key of a field with keys: the parameter `<name>.<key>`, or an object with that key. */
export const oneKey = <K extends z.ZodMiniString, V extends z.ZodMiniType>(
  key: K,
  value: V,
  description: string,
) => {
  const pair = z
    .record(key, value)
    .check(z.refine((pairs) => Object.keys(pairs).length === 1, 'must have one key'));
  const schema = z.optional(pair).register(docs, { description });
  byKey.add(schema);
  return schema;
};

/** The position at which a page ended. Only the list that created it can interpret it. */
export type Position = Readonly<Record<string, string | number>>;

/** The query parameters of every paged route. */
export const pageQuery = { limit: Limit, cursor: z.optional(Cursor) };

const SortOrder = enumeration(
  'SortOrder',
  ['asc', 'desc'],
  'The order of a list: `asc` is oldest first, `desc` is newest first',
);

/** The largest page of items with additional fields: those of each item are read by themselves. */
const maxExpanded = 50;

/** Limits pages with `expand`. */
export const expandsFew = z.refine<{ expand?: unknown; limit: number }>(
  ({ expand, limit }) => expand === undefined || limit <= maxExpanded,
  { path: ['limit'], message: `must be at most ${maxExpanded} with expand` },
);

/** The query parameters of every list. Newest first unless `order=asc`. */
export const listQuery = {
  ...pageQuery,
  order: z._default(SortOrder, 'desc').register(docs, {
    description: 'The order of the list: `desc` (newest first, the default) or `asc` (oldest first)',
  }),
};

export const pageFields = {
  has_more: z.boolean().register(docs, { description: 'Whether another page follows' }),
  next_cursor: z.nullable(z.string()).register(docs, {
    description: 'Send it as `cursor` to get the next page. Null exactly when `has_more` is false',
    maxLength: maxCursorLength,
  }),
};

/** A page of items with its own schema name and further fields. */
export const pageOf = <I extends z.ZodMiniType, const S extends z.core.$ZodShape = Record<never, never>>(
  name: string,
  item: I,
  fields: S = {} as S,
  max = 100,
) =>
  object(name, 'One page of a list', {
    ...fields,
    data: z.array(item).check(z.maxLength(max)).register(docs, { description: 'The items of this page' }),
    ...pageFields,
  });

/** The answer of a list. */
export const pagesOf = <I extends z.ZodMiniType>(name: string, item: I) =>
  ({ response: pageOf(name, item), paged: true }) as const;

/** The filter of a list by an organization. */
export const ofOrganization = (entities: string, own = 'the API key’s own') =>
  described(
    z.optional(id('client')),
    `Only ${entities} of this organization and its descendants; by default ${own}`,
  );

/** The answer of a list of what an organization and its descendants have. */
export const pagesOfOrganization = <I extends z.ZodMiniType>(
  name: string,
  item: I,
  ...entities: Parameters<typeof ofOrganization>
) =>
  ({
    query: z.strictObject({ ...listQuery, client_id: ofOrganization(...entities) }),
    ...pagesOf(name, item),
    errors: ['client_not_found'],
  }) as const;

/** The filters of a list: its query parameters except page and order. */
export type FiltersOf<Q extends z.ZodMiniType> = Omit<z.output<Q>, keyof typeof listQuery>;
