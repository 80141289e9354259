import fc from 'fast-check';

type Path = readonly (string | number)[];

const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]))]
    : [path];

const changed = (value: unknown, [first, ...rest]: Path, by: (old: unknown) => unknown): unknown => {
  if (first === undefined) return by(value);
  if (Array.isArray(value)) {
    return value.map((item, at) => (String(at) === String(first) ? changed(item, rest, by) : item));
  }
  const members = Object.entries(value as object).map(([name, member]) => [
    name,
    name === String(first) ? changed(member, rest, by) : member,
  ]);
  // Fields that became undefined are left out, as JSON would.
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
};

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
};

/** Values that no reader should stumble over. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    'x'.repeat(70_000),
    [],
    {},
    [null],
    deep(500),
    // Neither can become a text.
    { toString: 1, valueOf: 1 },
    '{"toString":null,"valueOf":null}',
    JSON.stringify(deep(3000)),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    'AI: hello\nconstructor: hi\nUser: x\n__proto__: yy',
  ),
  fc.constantFrom('\ud800', '__proto__', 'constructor', '9999-99-99', 'NaN', '+1', '1e400', 'https://[::1]/'),
  fc.constantFrom<unknown>({ constructor: null }, Array(3000).fill({ role: 'user', message: 'x' }), [[[]]]),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

/** The payload with up to so many of its members missing, null, of another type, or huge. */
export const mutated = (payload: object, most = 4): fc.Arbitrary<Record<string, unknown>> => {
  const paths = pathsOf(payload).filter((path) => path.length > 0);
  const mutation = fc.tuple(fc.constantFrom(...paths), strange);
  return fc.array(mutation, { minLength: 1, maxLength: most }).map((mutations) =>
    mutations.reduce<Record<string, unknown>>(
      (value, [path, by]) => {
        try {
          return changed(value, path, () => by) as Record<string, unknown>;
        } catch {
          // An earlier mutation took the place away.
          return value;
        }
      },
      payload as Record<string, unknown>,
    ),
  );
};

/** The payload with a value in the place of each of its members in turn. */
export const withEverywhere = (payload: object, value: unknown): Record<string, unknown>[] =>
  pathsOf(payload)
    .filter((path) => path.length > 0)
    .map((path) => changed(payload, path, () => value) as Record<string, unknown>);

/** Arrays in one another, deeper than a recursive function can follow. */
export const bottomless = (): unknown => JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
