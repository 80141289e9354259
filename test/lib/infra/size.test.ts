import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { OperationId, Resource } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { Settings } from '#lib/infra/settings.ts';
import { allSettings, bundles, stacksOf, templatesOf, templatesWith } from '../../support/stack.ts';

/** Of resources in a stack. CloudFormation takes 500. */
const mostResources = 400;

const routes = 240;

/** As many operations as there will ever be: each resource again and again, under another name. */
const manyOperations = Array.from({ length: Math.ceil(routes / operations.length) }, (_, copy) =>
  operations.map((operation) => ({
    ...operation,
    id: `${operation.resource}${copy || ''}.${operation.name}` as OperationId,
    resource: `${operation.resource}${copy || ''}` as Resource,
    route: {
      ...operation.route,
      key: operation.route.key.replace('/v1/', `/v1/${copy || ''}`) as typeof operation.route.key,
    },
    original: operation.id,
  })),
)
  .flat()
  .slice(0, routes);

const bundlesOf = (wanted: typeof manyOperations) => [
  ...bundles.filter(({ id }) => !operations.some((operation) => operation.id === id)),
  ...wanted.flatMap(({ id, original }) => {
    const bundle = bundles.find((one) => one.id === original);
    return bundle ? [{ ...bundle, id }] : [];
  }),
];

const sizesOf = (templates: ReturnType<typeof templatesOf>): [string, number][] =>
  [...templates].map(([path, { Resources }]) => [path, Object.keys(Resources).length]);

const many = templatesOf(
  stacksOf({ settings: allSettings }, { operations: manyOperations, bundles: bundlesOf(manyOperations) }),
);

describe(`With ${routes} routes and every setting on`, () => {
  test('each route exists', () => {
    const keys = [...many.values()].flatMap(({ Resources }) =>
      Object.values(Resources).filter(
        ({ Type, Properties }) =>
          (Type === 'AWS::ApiGatewayV2::Route' && !String(Properties.RouteKey).startsWith('$')) ||
          (Type === 'AWS::ApiGateway::Method' && Properties.HttpMethod !== 'OPTIONS'),
      ),
    );
    expect(keys).toHaveLength(routes);
    expect(routes).toBeGreaterThan(operations.length);
  });

  test(`no stack has more than ${mostResources} resources`, () => {
    expect(sizesOf(many).filter(([, size]) => size > mostResources)).toEqual([]);
  });

  /** docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
  test('no quota of CloudFormation is reached', () => {
    // Of a stack with all that are nested in it, in one operation.
    expect(sizesOf(many).reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(2500);
    for (const [path, template] of many) {
      const { Parameters = {}, Outputs = {} } = template;
      expect(Object.keys(Parameters).length, path).toBeLessThan(200);
      expect(Object.keys(Outputs).length, path).toBeLessThan(200);
      expect(Buffer.byteLength(JSON.stringify(template)), path).toBeLessThan(900_000);
    }
  });

  /** docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  test('no quota of an HTTP API is reached', () => {
    const resources = [...many.values()].flatMap(({ Resources }) => Object.values(Resources));
    for (const type of ['Route', 'Integration']) {
      const made = resources.filter(({ Type }) => Type === `AWS::ApiGatewayV2::${type}`);
      expect(made.length, type).toBeLessThan(300);
    }
  });
});

test('one resource has room for forty routes', () => {
  const [first] = manyOperations;
  if (!first) throw new Error('There are no operations');
  const forty = Array.from({ length: 40 }, (_, at) => ({
    ...first,
    id: `${first.resource}.operation${at}` as OperationId,
    route: { ...first.route, key: `GET /v1/many/${at}` as typeof first.route.key },
  }));
  const templates = templatesOf(
    stacksOf({ settings: allSettings }, { operations: forty, bundles: bundlesOf(forty) }),
  );
  expect(sizesOf(templates).filter(([, size]) => size > mostResources)).toEqual([]);
});

type Schema = { readonly properties?: Record<string, Schema> };

const namesIn = (schema: Schema, path = ''): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    inner.properties ? namesIn(inner, `${path}${name}.`) : [`${path}${name}`],
  );

test('every setting is on, except one that excludes another', () => {
  const settings = namesIn(z.toJSONSchema(Settings, { io: 'input' }) as Schema);
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], allSettings);
  expect(settings.filter((path) => at(path) === undefined)).toEqual(['domain.certificate_arn']);
});

test('a resource has a separate stack, whatever other resources there are', () => {
  const stacksOfRoutes = (templates: ReturnType<typeof templatesOf>) =>
    new Map(
      [...templates].flatMap(([path, { Resources }]) =>
        Object.entries(Resources)
          .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route')
          .map(([id, { Properties }]) => [String(Properties.RouteKey), `${path} ${id}`]),
      ),
    );
  const now = stacksOfRoutes(templatesWith());
  const later = stacksOfRoutes(many);
  expect([...now].filter(([key, place]) => later.get(key) !== place)).toEqual([]);
});
