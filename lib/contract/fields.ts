import * as z from 'zod/mini';
import { currencies } from './currencies.ts';

/** Names (`id`) and descriptions of schemas for the OpenAPI document. */
export const docs = z.globalRegistry;

/** A copy of the schema with another description, which explains the field in its entity. */
export const described = <S extends z.ZodMiniType>(schema: S, description: string): S => {
  const copy = z.clone(schema);
  docs.add(copy, { description });
  return copy;
};

/** An enumeration with a name, so that generated clients declare it once. */
export const enumeration = <const T extends readonly string[]>(
  name: string,
  values: T,
  description: string,
) => z.enum(values).register(docs, { id: name, description });

/** An object of an answer, with its name in the OpenAPI document. */
export const object = <S extends z.core.$ZodLooseShape>(name: string, description: string, shape: S) =>
  z.object(shape).register(docs, { id: name, description });

/** An object of a request, which must not have other fields. */
export const strictObject = <S extends z.core.$ZodLooseShape>(name: string, description: string, shape: S) =>
  z.strictObject(shape).register(docs, { id: name, description });

/** A nullable field whose default is null. */
export const orNull = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null);

/** The prefixes of the API's ids. */
export type IdPrefix =
  | 'client'
  | 'plan'
  | 'sub'
  | 'pack'
  | 'agent'
  | 'doc'
  | 'conv'
  | 'key'
  | 'con'
  | 'prs'
  | 'mem'
  | 'inv'
  | 'ses'
  | 'intg'
  | 'tsrv'
  | 'wdg'
  | 'hook'
  | 'msg'
  | 'note'
  | 'stmt'
  | 'exp'
  | 'imp'
  | 'dep'
  | 'anl'
  | 'scen'
  | 'suite'
  | 'trun'
  | 'arun'
  | 'era'
  | 'evt'
  | 'aud';

const idPatterns = new WeakMap<z.core.$ZodType, RegExp>();

/**
 * The pattern of a schema made by {@link id}, if it has no further requirements; undefined for any other
 * schema.
 */
export const idPatternOf = (schema: z.core.$ZodType): RegExp | undefined => idPatterns.get(schema);

/** A TypeID: prefix, `_`, and a UUIDv7 as 26 characters of lower-case base32. */
export const id = (prefix: IdPrefix, description?: string) => {
  const pattern = new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
  const schema = z
    .string()
    .check(z.regex(pattern, `must be an id that begins with ${prefix}_`))
    // The pattern implies the length, but some tools only read these limits.
    .register(docs, {
      ...(description && { description }),
      examples: [`${prefix}_01kag3x5ntfyxs4v4yh2m8q9ab`],
      maxLength: prefix.length + 27,
    });
  idPatterns.set(schema, pattern);
  return schema;
};

/** A time in an answer: RFC 3339 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).register(docs, {
  description: 'A time: RFC 3339 in UTC with milliseconds',
  examples: ['2026-11-20T09:30:00.000Z'],
  maxLength: 24,
});

/**
 * The last moment of 9998. Later ones could have a year of more than four digits once an offset is applied.
 */
const latest = Date.UTC(9998, 11, 31, 23, 59, 59, 999);

/** Whether milliseconds since 1970 are within the range of a {@link Timestamp}: from 1970 to 9998, in UTC. */
export const isMoment = (milliseconds: number): boolean => milliseconds >= 0 && milliseconds <= latest;

/** A time in a request: RFC 3339 with any offset and precision, normalized to UTC and milliseconds. */
export const TimestampInput = z.pipe(
  z.iso
    .datetime({ offset: true, error: 'must be an RFC 3339 date and time with an offset', abort: true })
    .check(
      // No clock produces more digits than these.
      z.maxLength(64, { error: 'must have at most 64 characters', abort: true }),
      // In UTC, because an offset can move the time into another year.
      z.refine((text) => isMoment(Date.parse(text)), {
        error: 'must be between the years 1970 and 9998, in UTC',
        abort: true,
      }),
    )
    .register(docs, {
      description: 'A time: RFC 3339 with any offset and precision',
      examples: ['2026-11-20T09:30:00Z'],
    }),
  z.transform((text) => new Date(text).toISOString()),
);

/**
 * Refuses a range of times that does not end after it begins: its end is exclusive, so nothing can be in it.
 */
export const endsAfter = <F extends string, U extends string>(from: F, until: U) =>
  z.refine<{ readonly [name in F | U]?: string | null | undefined }>(
    ({ [from]: start, [until]: end }) => !start || !end || Date.parse(start) < Date.parse(end),
    { path: [until], message: `must be after ${from}`, params: { code: 'out_of_range' } },
  );

export const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/**
 * Characters that names must not contain: controls, and marks that change the direction of the surrounding
 * text.
 */
const unprintable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** A name that people read in lists and logs, on one line. */
export const label = (max: number) =>
  text(max).check(
    z.refine(
      (name: string) => !unprintable.test(name),
      'must not have control characters or directional marks',
    ),
  );

/** The id of something in another system. */
export const ExternalId = z
  .string()
  .check(z.regex(/^[!-~]{1,128}$/, 'must be 1 to 128 visible ASCII characters'))
  .register(docs, { maxLength: 128 });

/** Lower-case words joined by underscores: open sets of names that are compared and filtered. */
export const slug = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max),
      z.regex(/^[a-z0-9][a-z0-9_.-]*$/, 'must be lower-case letters, digits, "_", "-" and "."'),
    );

/** An ISO 4217 code. */
export const Currency = z
  .string()
  .check(
    z.regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code', abort: true }),
    z.refine((code) => currencies.has(code), 'must be an ISO 4217 code'),
  )
  .register(docs, { description: 'An ISO 4217 currency code', examples: ['USD'], maxLength: 3 });

export const Money = strictObject('Money', 'An exact amount of money', {
  amount: z
    .string()
    .check(
      z.regex(
        /^\d{1,12}(\.\d{1,9})?$/,
        'must be a decimal number with up to nine decimal places, such as "1.25"',
      ),
    )
    .register(docs, {
      description: 'A decimal number with up to nine decimal places, as a string so that it stays exact',
      examples: ['1.25'],
      maxLength: 22,
    }),
  currency: Currency,
});
export type Money = z.output<typeof Money>;

export const MetadataKey = text(40);
export const MetadataValue = z.string().check(z.maxLength(500));

export const maxMetadataKeys = 50;

export const Metadata = z
  .record(MetadataKey, MetadataValue)
  .check(
    z.refine(
      (value) => Object.keys(value).length <= maxMetadataKeys,
      `must have at most ${maxMetadataKeys} keys`,
    ),
  )
  .register(docs, {
    id: 'Metadata',
    description:
      'Your own key-value pairs: up to 50 keys of at most 40 characters, with values of at most 500 characters',
  });
export type Metadata = z.output<typeof Metadata>;

/** Metadata in a merge patch: null removes a key. */
export const MetadataPatch = z
  .record(MetadataKey, z.nullable(MetadataValue))
  .register(docs, { id: 'MetadataPatch', description: 'Your own keys to set; null removes one' });

const bytesAsJson = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** 16,384 rather than 16384. `toLocaleString` would load the tables of all languages in every cold start. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Refuses values above a number of UTF-8 bytes as JSON, because DynamoDB counts bytes and not characters. */
export const atMost = (bytes: number) =>
  z.refine(
    (value: unknown) => bytesAsJson(value) <= bytes,
    `must be at most ${grouped(bytes)} bytes as JSON`,
  );

/** The body has already been parsed as JSON, so no schema needs to validate the values. */
const Json = z.unknown().register(docs, { description: 'Any JSON value' });

/** A field of a merge patch (RFC 7396). If absent, the field keeps its value; null removes it. */
export const patched = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/** An optional field as a merge patch takes it: null removes it. */
export const removable = <S extends z.ZodMiniType>(field: z.ZodMiniOptional<S>) =>
  described(patched(field.def.innerType), docs.get(field)?.description ?? '');

const MetadataPatched = described(patched(MetadataPatch), 'Your own keys to set; null removes one');

type PatchedSchema<S> =
  S extends z.ZodMiniDefault<infer I extends z.ZodMiniType>
    ? z.ZodMiniOptional<z.ZodMiniNullable<I>>
    : S extends z.ZodMiniType
      ? z.ZodMiniOptional<S>
      : never;

const patchedField = (field: z.ZodMiniType): z.ZodMiniType => {
  const inner = field instanceof z.ZodMiniDefault ? (field.def.innerType as z.ZodMiniType) : undefined;
  const description = docs.get(field)?.description ?? (inner && docs.get(inner)?.description);
  const isNullable = inner === undefined || inner instanceof z.ZodMiniNullable;
  const optional = z.optional(isNullable ? (inner ?? field) : z.nullable(inner));
  return description ? described(optional, description) : optional;
};

/**
 * The fields of a merge patch (RFC 7396) for an entity with these fields. Each may be absent. Null resets a
 * field to its default, and is refused for one without a default.
 */
export const patchOf = <const F extends Readonly<Record<string, z.ZodMiniType>>>(fields: F) =>
  ({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, patchedField(field)])),
    ...('metadata' in fields && { metadata: MetadataPatched }),
  }) as { readonly [N in keyof F]: N extends 'metadata' ? typeof MetadataPatched : PatchedSchema<F[N]> };

/** Any JSON value, bounded by its size as JSON. */
export const openValue = (bytes: number) => Json.check(atMost(bytes));

/** A JSON object with any keys, bounded by its size as JSON. */
export const openObject = (bytes: number) =>
  z.record(z.string().register(docs, { maxLength: bytes }), Json).check(atMost(bytes));

/**
 * Known fields are validated and further ones are kept unchanged, bounded by the size of the whole as JSON.
 */
export const openShape = <const S extends z.core.$ZodLooseShape>(shape: S, bytes: number) =>
  z.catchall(z.object(shape), Json).check(atMost(bytes));

const accepted = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** A language tag, BCP 47. */
export const LanguageTag = z
  .string()
  .check(
    z.maxLength(35),
    z.refine((tag) => accepted(() => Intl.getCanonicalLocales(tag)), 'must be a BCP 47 language tag'),
  )
  .register(docs, { description: 'A BCP 47 language tag', examples: ['en-GB'] });

/** A name from the IANA time zone database. */
export const TimeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(
      // Some engines accept offsets such as +05:37, which are not names and do not define a calendar.
      (timeZone) => !/^[+-]/.test(timeZone) && accepted(() => new Intl.DateTimeFormat('en', { timeZone })),
      'must be an IANA time zone',
    ),
  )
  .register(docs, { description: 'An IANA time zone name', examples: ['Europe/Berlin'] });

/** The fields of every entity. */
export const entity = <P extends IdPrefix>(prefix: P) => ({
  id: id(prefix, `The unique id; begins with \`${prefix}_\``),
  created_at: described(Timestamp, 'When it was created'),
  updated_at: described(Timestamp, 'When it was last changed'),
  version: z
    .int()
    .check(z.minimum(1))
    .register(docs, { description: 'The number of changes, counted from 1 at creation' }),
  metadata: Metadata,
});

/** The id of an API key, or of a person’s membership of an organization. */
export const ActorId = z
  .string()
  .check(z.regex(/^(key|mem)_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'must be the id of an API key or of a member'))
  .register(docs, { examples: ['key_01kag3x5ntfyxs4v4yh2m8q9ab'], maxLength: 30 });

/** The API key or the member that created an entity. */
export const createdBy = (entityName: string) =>
  z.nullable(ActorId).register(docs, {
    description: `The API key or the member that created the ${entityName}, which may have been removed since; null if that was not recorded`,
  });

/**
 * A field that only the server sets. A PUT may send it back, and its value is ignored: only the path
 * identifies the entity.
 */
const readOnly = z.optional(z.unknown()).register(docs, {
  readOnly: true,
  description: 'Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read',
});

/** The fields of an entity as they were read, before those that the body may change. */
export const sentBack = <S extends z.ZodMiniObject>({ shape }: S) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, readOnly])) as {
    readonly [N in keyof S['shape']]: typeof readOnly;
  };

/** The organization of an entity that is replaced. */
export const sameOwner = z.optional(z.nullable(id('client'))).register(docs, {
  description: 'The owner; a value other than the current one is refused',
});

/** The status of work that goes on after the answer. */
export const RunStatus = enumeration(
  'RunStatus',
  ['running', 'completed', 'canceled'],
  'The status of a run: `running`, then `completed` or `canceled`',
);

/** A boolean in a query, which has only text. */
export const Flag = enumeration('Flag', ['true', 'false'], 'Whether something applies');
