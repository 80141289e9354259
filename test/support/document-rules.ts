import type { Json } from '#lib/openapi/schemas.ts';

/*
 * Rules against faults that trip generators, and gaps that readers of the reference notice. Each rule says
 * what to do about it; CONTRIBUTING.md, "The API's document", says how.
 */

interface Place {
  readonly path: string;
  readonly schema: Json;
  /** Whether it is a component, which has a name. */
  readonly named: boolean;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keywords under which a document holds values rather than schemas. */
const values = new Set(['example', 'examples', 'enum', 'default', 'const', 'x-codeSamples', 'x-problems']);

const schemaWords = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'properties', 'items'];

/** Every schema of a document, with its place. */
const schemasIn = (value: unknown, path: string, named = false): Place[] => {
  if (Array.isArray(value)) return value.flatMap((inner, at) => schemasIn(inner, `${path}/${at}`));
  if (!isObject(value)) return [];
  const here = schemaWords.some((word) => word in value) ? [{ path, schema: value, named }] : [];
  const inner = Object.entries(value).flatMap(([name, child]) => {
    if (values.has(name) && !path.endsWith('/properties')) return [];
    return schemasIn(child, `${path}/${name}`, /^#\/components\/schemas$/.test(path));
  });
  // The names below `properties` are not words of JSON Schema.
  return /\/(properties|schemas)$/.test(path) ? inner : [...here, ...inner];
};

const followed = (document: Json, { $ref }: Json): Json | undefined =>
  typeof $ref === 'string'
    ? ($ref
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document) as Json)
    : undefined;

type Rule = (document: Json, places: readonly Place[]) => string[];

const propertiesAreDescribed: Rule = (document, places) =>
  places.flatMap(({ path, schema }) =>
    Object.entries((schema.properties ?? {}) as Record<string, Json>)
      .filter(([, field]) => !field.description && !followed(document, field)?.description)
      .map(([name]) => `${path}/properties/${name} has no description: add one with described(…)`),
  );

const componentsAreDescribed: Rule = (_, places) =>
  places
    .filter(({ named, schema }) => named && !schema.description)
    .map(({ path }) => `${path} has no description: register one beside its id`);

const objectsAreNamed: Rule = (_, places) =>
  places
    .filter(({ named, schema }) => schema.properties && !named)
    .map(({ path }) => `${path} is an object without a name: register it with an id`);

const enumerationsAreNamedOnce: Rule = (_, places) => {
  const all = places.filter(({ schema }) => Array.isArray(schema.enum));
  const anonymous = all
    .filter(({ named }) => !named)
    .map(({ path }) => `${path} is an enumeration without a name: make it with enumeration(…)`);
  const known = new Map<string, string>();
  const twice = all.flatMap(({ path, schema }) => {
    const key = [...(schema.enum as string[])].sort().join();
    const first = known.get(key);
    known.set(key, path);
    return first ? [`${path} has the same values as ${first}: use that one`] : [];
  });
  return [...anonymous, ...twice];
};

const defaultsAreOfParameters: Rule = (_, places) =>
  places
    .filter(({ path, schema }) => 'default' in schema && !/\/parameters\/\d+\/schema$/.test(path))
    .map(({ path }) => `${path} has a default, which generators take for a required field`);

const nothingIsMerged: Rule = (_, places) =>
  places
    .filter(({ schema }) => 'allOf' in schema)
    .map(({ path }) => `${path} has allOf, which generators drop or make a class of: use one schema`);

/** Names that generated code has itself: of its client, its errors, or its languages. */
const taken = [
  'Client',
  'ApiClient',
  'Configuration',
  'ApiException',
  'Error',
  'Object',
  'List',
  'Map',
  'Response',
];

const namesSurvive: Rule = ({ components }) => {
  const names = Object.keys((components as { schemas: Json }).schemas);
  const folded = new Map<string, string>();
  return names.flatMap((name) => {
    const twin = folded.get(name.toLowerCase());
    folded.set(name.toLowerCase(), name);
    const tested = names.includes(name.replace(/Test$/, '')) && name.endsWith('Test');
    return [
      ...(twin ? [`The components ${twin} and ${name} differ in case only`] : []),
      ...(taken.includes(name) ? [`The component ${name} has a name that generated clients use`] : []),
      ...(tested ? [`The component ${name} is called like the test of another one`] : []),
    ];
  });
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

interface Media {
  readonly example?: unknown;
  readonly examples?: unknown;
}

const operationsAreComplete: Rule = (document) =>
  Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      if (!(method in item)) return [];
      const operation = item[method] as Json;
      const name = `${method.toUpperCase()} ${path}`;
      const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, Media> };
      const responses = Object.entries(operation.responses as Record<string, Json>);
      const parameters = operation.parameters as Json[];
      const lacksExample = ({ example, examples }: Media) => example === undefined && examples === undefined;
      return [
        ...(operation.description ? [] : [`${name} has no description`]),
        ...parameters
          .map((parameter) => followed(document, parameter) ?? parameter)
          .filter((parameter) => !parameter.description)
          .map((parameter) => `${name}: the parameter ${parameter.name} has no description`),
        ...Object.entries(content)
          .filter(([, media]) => lacksExample(media))
          .map(([type]) => `${name}: the ${type} body has no example: add one in lib/openapi/examples`),
        ...responses.flatMap(([status, response]) => {
          const { content: answers = {} } = (followed(document, response) ?? response) as {
            content?: Record<string, Media>;
          };
          return Object.entries(answers)
            .filter(([, media]) => lacksExample(media))
            .map(
              ([type]) =>
                `${name}: the ${status} answer in ${type} has no example: add one in lib/openapi/examples`,
            );
        }),
      ];
    }),
  );

/**
 * "Try it" in the reference sends each parameter that has an example: the ids in it would filter everything
 * out.
 */
const filtersHaveNoExamples: Rule = (document) =>
  Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const { parameters = [] } = (item[method] ?? {}) as { parameters?: Json[] };
      return parameters
        .filter(({ required, example, examples, schema }) => {
          const { example: one, examples: several } = (schema ?? {}) as Json;
          return !required && [example, examples, one, several].some((value) => value !== undefined);
        })
        .map(({ name }) => `${method.toUpperCase()} ${path}: the optional parameter ${name} has an example`);
    }),
  );

/**
 * oapi-codegen drops a parameter that only webhooks refer to, and then generates code that does not compile.
 */
const webhooksShareNoParameters: Rule = ({ webhooks = {} }) =>
  Object.entries(webhooks as Record<string, { post: { parameters?: Json[] } }>).flatMap(([type, { post }]) =>
    (post.parameters ?? [])
      .filter(({ $ref }) => $ref !== undefined)
      .map(({ $ref }) => `The webhook ${type} refers to ${$ref}: write the parameter there`),
  );

/** A page and its script are as long as they are. */
const isPage = /\/v1\/reference\b/;

const isBounded = ({
  type,
  maxLength,
  format,
  pattern,
  maxItems,
  maximum,
  exclusiveMaximum,
  ...schema
}: Json) => {
  const types = [type].flat();
  const bounds = [
    ['string', maxLength ?? format ?? pattern ?? schema.enum ?? schema.const],
    ['array', maxItems],
    ['integer', maximum ?? exclusiveMaximum ?? schema.enum ?? schema.const],
  ] as const;
  return bounds.every(([name, bound]) => !types.includes(name) || bound !== undefined);
};

const valuesAreBounded: Rule = (_, places) =>
  places
    .filter(({ path, schema }) => !isPage.test(path) && !isBounded(schema))
    .map(({ path }) => `${path} has no bound: state its greatest length, number of items or value`);

const rules: readonly Rule[] = [
  propertiesAreDescribed,
  componentsAreDescribed,
  objectsAreNamed,
  enumerationsAreNamedOnce,
  defaultsAreOfParameters,
  nothingIsMerged,
  namesSurvive,
  operationsAreComplete,
  filtersHaveNoExamples,
  webhooksShareNoParameters,
  valuesAreBounded,
];

/** Everything in a document that generators or readers stumble over, each with what to do about it. */
export const stumblingBlocksIn = (document: Json): string[] => {
  const places = schemasIn(document, '#');
  return rules.flatMap((rule) => rule(document, places));
};
