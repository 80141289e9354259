import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { errorsOf, methodOf, pathOf } from '#lib/contract/route.ts';

/*
 * Requests made of the contract itself: what its schemas allow, the same with something wrong in one place,
 * and what nobody would send by accident.
 */

/** A request, as it goes out. */
export interface Attempt {
  readonly operation: Operation;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Ids that there are, by their prefix. */
export type Pool = Readonly<Record<string, readonly string[]>>;

type Json = Record<string, unknown>;
type Any = fc.Arbitrary<unknown>;

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\u202e',
  '\uffff',
  'é'.repeat(300),
  '👩‍👩‍👧‍👦',
  'a'.repeat(20_000),
  '<script>',
  "'; DROP TABLE",
  '../../etc/passwd',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999999999999+23:59',
  'constructor',
  [],
  {},
  [[[[]]]],
  { toString: 1, constructor: { prototype: 1 } },
);

const stringOf = ({ pattern, format, minLength = 0, maxLength = 60 }: Json, pool: Pool): Any => {
  if (format === 'date-time') {
    const [min, max] = [new Date('1970-01-02'), new Date('9998-01-01')];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  const [, prefix] = /^\^(\w+)_\[0-7\]/.exec(String(pattern)) ?? [];
  const made = pattern
    ? fc.stringMatching(new RegExp(String(pattern)))
    : fc.string({
        minLength: Number(minLength),
        maxLength: Math.max(Number(minLength), Math.min(Number(maxLength), 60)),
        unit: 'grapheme',
      });
  const known = prefix ? pool[prefix] : undefined;
  return known?.length
    ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made })
    : made;
};

const numberOf = ({ type, minimum = -1e6, maximum = 1e6 }: Json): Any => {
  const [min, max] = [Math.max(Number(minimum), -1e15), Math.min(Number(maximum), 1e15)];
  return type === 'integer'
    ? fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) })
    : fc.double({ min, max, noNaN: true });
};

/** Values that a JSON Schema allows, as far as it can say what it allows. */
const allowedBy = (schema: Json, definitions: Json, pool: Pool): Any => {
  const go = (inner: unknown) => allowedBy(inner as Json, definitions, pool);
  if (typeof schema.$ref === 'string') return go(definitions[schema.$ref.split('/').at(-1) ?? '']);
  if (Array.isArray(schema.examples)) {
    // Some schemas can only give examples, such as those of time zones.
    const { examples, ...rest } = schema;
    const [example, otherwise] = [fc.constantFrom(...(examples as unknown[])), go(rest)];
    const isId = /_\[0-7\]/.test(String(schema.pattern));
    return fc.oneof({ weight: isId ? 0 : 4, arbitrary: example }, { weight: 1, arbitrary: otherwise });
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  for (const kind of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[kind])) return fc.oneof(...(schema[kind] as unknown[]).map(go));
  }
  if (Array.isArray(schema.allOf)) return go(schema.allOf[0]);
  switch (schema.type) {
    case 'string':
      return stringOf(schema, pool);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(go(schema.items ?? {}), { minLength: Number(schema.minItems ?? 0), maxLength: 4 });
    case 'object': {
      const {
        properties = {},
        required = [],
        additionalProperties,
        propertyNames,
      } = schema as {
        properties?: Json;
        required?: string[];
        additionalProperties?: unknown;
        propertyNames?: unknown;
      };
      const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, go(field)]));
      const known = fc.record(fields, { requiredKeys: required });
      if (typeof additionalProperties !== 'object' || Object.keys(fields).length > 0) return known;
      const names = propertyNames ? go(propertyNames) : fc.string({ maxLength: 20 });
      return fc.dictionary(names as fc.Arbitrary<string>, go(additionalProperties), {
        maxKeys: 4,
        noNullPrototype: true,
      });
    }
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
};

const arbitraryOf = (schema: z.ZodMiniType, pool: Pool): Any => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return allowedBy(json, (json.$defs ?? {}) as Json, pool);
};

/** Puts another value at one place of a value, or takes away what is there. */
const spoil = (value: unknown, at: number, by: unknown, how: 'replace' | 'remove' | 'add'): unknown => {
  if (typeof value !== 'object' || value === null) return by;
  const entries = Object.entries(value);
  if (how === 'add' || entries.length === 0) {
    return Array.isArray(value)
      ? [...value, by]
      : { ...value, [typeof by === 'string' ? by.slice(0, 200) : 'x']: by };
  }
  const [name, inner] = entries[at % entries.length] as [string, unknown];
  // Now and then not here, but deeper.
  const deeper = typeof inner === 'object' && inner !== null && at % 2 === 0;
  const rest = entries.filter(([other]) => other !== name);
  const kept =
    how === 'remove' && !deeper ? rest : [...rest, [name, deeper ? spoil(inner, at >> 1, by, how) : by]];
  return Array.isArray(value)
    ? kept.map(([, item]) => item)
    : Object.fromEntries(kept as [string, unknown][]);
};

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const absurd = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"a":1}{"b":2}',
    '{"name":"\\ud800"}',
    '{"__proto__":{"admin":true}}',
    '{"name":"x","name":7}',
    '{"name":1e999}',
    deep(19),
    deep(2000),
    JSON.stringify({ name: 'x'.repeat(1_100_000) }),
    JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))),
    JSON.stringify({
      name: 'x',
      metadata: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, 'v'])),
    }),
    JSON.stringify({ turns: Array.from({ length: 30_000 }, () => ({})) }),
    JSON.stringify({ scopes: Array.from({ length: 30_000 }, () => 'agents:read') }),
  ),
  fc.string({ maxLength: 200 }),
  fc.json(),
);

const bodyOf = (schema: z.ZodMiniType, pool: Pool): fc.Arbitrary<string> => {
  const valid = arbitraryOf(schema, pool);
  const how = fc.constantFrom('replace' as const, 'remove' as const, 'add' as const);
  const almost = fc
    .tuple(valid, fc.nat(1000), nasty, how)
    .map(([value, at, by, way]) => spoil(value, at, by, way));
  return fc.oneof(
    { weight: 5, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: almost.map((value) => JSON.stringify(value) ?? 'null') },
    { weight: 1, arbitrary: absurd },
  );
};

const strange = fc.constantFrom(
  '',
  'x',
  '%00',
  '%zz',
  '..%2F..',
  '%F0%9F%92%A9',
  'a'.repeat(3000),
  '*',
  '%20',
);

const pathFor = ({ route }: Operation, pool: Pool): fc.Arbitrary<string> => {
  const fields = Object.entries(route.params?.shape ?? {});
  const values = fields.map(([, field]) =>
    fc.oneof(
      { weight: 12, arbitrary: arbitraryOf(field as z.ZodMiniType, pool) },
      { weight: 1, arbitrary: strange },
    ),
  );
  return fc
    .tuple(...values)
    .map((given) =>
      fields.reduce((path, [name], at) => path.replace(`{${name}}`, String(given[at])), pathOf(route)),
    );
};

const words = fc.constantFrom(
  'hello',
  'wal*',
  'a b c',
  '"',
  '*',
  'x '.repeat(99),
  'ab*'.repeat(9),
  '約束',
  '\u0000',
  '%',
);

const queryFor = ({ route }: Operation, pool: Pool): fc.Arbitrary<string> => {
  const fields = Object.entries(route.query?.shape ?? {}).map(([name, field]) => {
    const valid = name === 'q' ? words : arbitraryOf(field as z.ZodMiniType, pool);
    return [name, fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: nasty })] as const;
  });
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const more = fc.oneof(
    { weight: 15, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('&x=1', '&limit=1&limit=2', '&%', '&=', '&cursor=AAAA') },
  );
  return fc.tuple(known, more).map(([values, rest]) => {
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries(values as Json)) {
      text.set(name, (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 4000));
    }
    return text.size > 0 || rest ? `?${text}${rest}` : '';
  });
};

const headersFor = ({ route }: Operation): fc.Arbitrary<Record<string, string>> => {
  const odd = fc.constantFrom(
    '',
    '*',
    '"',
    '"x"',
    'W/"x"',
    '"x", "y"',
    ',,,',
    'x'.repeat(300),
    'text/html',
    'q=;;',
    '\\"',
  );
  const oddly = (name: string) =>
    fc.oneof(
      { weight: 40, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: odd.map((value) => ({ [name]: value })) },
    );
  const type = methodOf(route) === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return fc
    .tuple(
      ...['if-match', 'if-none-match', 'idempotency-key', 'accept', 'content-type', 'x-request-id'].map(
        oddly,
      ),
    )
    .map(
      (parts) =>
        Object.assign({ ...(route.body && { 'content-type': type }) }, ...parts) as Record<string, string>,
    );
};

/** Requests for any of the routes, as they would be made with a key. */
export const randomAttempt = (pool: Pool): fc.Arbitrary<Attempt> =>
  fc.oneof(
    ...operations.map((operation) =>
      fc
        .tuple(
          pathFor(operation, pool),
          queryFor(operation, pool),
          headersFor(operation),
          operation.route.body ? bodyOf(operation.route.body, pool) : fc.constant(undefined),
        )
        .map(
          ([path, query, headers, body]): Attempt => ({
            operation,
            target: `${path}${query}`,
            headers,
            body,
          }),
        ),
    ),
  );

const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, ordered) === JSON.stringify(other, ordered);

const ordered = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The problems of API Gateway itself, or of the function of the default route, for paths without a route. */
const beside = ['route_not_found', 'method_not_allowed'];

/** The fault of an answer; undefined if the contract declares it. */
export const faultOf = async (
  { operation: { route } }: Attempt,
  response: Response,
): Promise<string | undefined> => {
  const text = await response.text();
  const { status } = response;
  if (status >= 500) return `${status} ${text}`;
  if (status === 302 && route.redirect) return undefined;
  if (status === 304 && (route.etag || route.file)) return undefined;
  // API Gateway refuses headers of more than 10,240 bytes itself.
  if (status === 431) return undefined;
  if (route.content && status === 200) return undefined;
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return undefined;
  // Other protocols have statuses and errors of their own.
  if (route.protocol && !text.includes('"code":"')) return undefined;
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (status >= 400) {
    const { code = '', status: told } = (body ?? {}) as { code?: string; status?: number };
    const declared = [...errorsOf(route), ...beside] as string[];
    return declared.includes(code) && told === status ? undefined : `${status} ${code} is not declared`;
  }
  if (status !== route.status && !(methodOf(route) === 'GET' && status === 200))
    return `${status} is not declared`;
  if (!route.response || status !== route.status) return undefined;
  const parsed = route.response.safeParse(body);
  if (!parsed.success) return `its answer does not match the contract: ${parsed.error.message}`;
  return sameJson(parsed.data, body) ? undefined : 'its answer has what the contract does not declare';
};

/** Entities to make requests about, and the key of the organization above them. */
export interface Playground {
  readonly key: string;
  readonly pool: Pool;
}
