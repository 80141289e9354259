import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { errors } from '#lib/contract/errors.ts';
import { eventSchemas } from '#lib/contract/event-schemas.ts';
import { eventTypes } from '#lib/contract/events.ts';
import { operations } from '#lib/contract/index.ts';
import { errorsOf } from '#lib/contract/route.ts';
import { problemUri } from '#lib/http/problem.ts';
import { conventionsPage } from '#lib/openapi/conventions.ts';
import { exampleOf, openApiDocument } from '#lib/openapi/document.ts';
import { eventExamples } from '#lib/openapi/examples/events.ts';
import type { Json } from '#lib/openapi/schemas.ts';
import { stumblingBlocksIn } from '../support/document-rules.ts';

test('the tables in docs/conventions.md are up to date with the contract (npm run openapi)', async () => {
  expect(await readFile('docs/conventions.md', 'utf8')).toBe(conventionsPage());
});

test('it is valid OpenAPI 3.1', async () => {
  const { valid, errors: faults } = await new Validator().validate(openApiDocument());
  expect(faults ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('it describes every operation with each possible status', () => {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, OperationObject>> };
  const described = Object.values(paths).flatMap((path) => Object.values(path));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  );
  for (const { id, route } of operations) {
    const { responses } = described.find(({ operationId }) => operationId === id) as OperationObject;
    const statuses = [route.status, ...errorsOf(route).map((code) => errors[code].status)].map(String);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([...new Set(statuses)]));
  }
});

test('only these routes are open to everybody, and each other one says how it refuses', () => {
  const { security, paths } = openApiDocument() as {
    security: object[];
    paths: Record<string, Record<string, OperationObject & { readonly security?: object[] }>>;
  };
  expect(security).toEqual([{ apiKey: [] }]);
  const all = Object.values(paths).flatMap((path) => Object.values(path));
  const open = all.filter((operation) => operation.security?.length === 0);
  // A new one needs a bound of its own: no key counts its requests.
  expect(open.map(({ operationId }) => operationId).sort()).toEqual([
    'packages.get',
    'reference.get',
    'reference.script',
    'service.health',
    'service.openapi',
    'signIn.begin',
    'signIn.callback',
    'signIn.get',
    'widgetSessions.create',
    'widgetSessions.page',
  ]);
  // Providers sign what they post.
  const byCarrier = ['phoneCalls.answer', 'phoneCalls.end', 'phoneCalls.report', 'phoneCalls.record'];
  const signed = ['connections.logout', 'integrationEvents.receive', ...byCarrier];
  for (const { operationId, responses } of all.filter((operation) => !open.includes(operation))) {
    const refusals = signed.includes(operationId) ? ['500'] : ['401', '429', '500'];
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(refusals));
  }
});

test('it follows the rules for code generators and readers', () => {
  expect(stumblingBlocksIn(openApiDocument())).toEqual([]);
});

test.for(operations)('the example of $id matches the contract', (operation) => {
  const { params, query, body, response } = exampleOf(operation);
  const { route } = operation;
  expect(route.params?.safeParse(params ?? {}).error).toBeUndefined();
  expect(route.query?.safeParse(query ?? {}).error).toBeUndefined();
  expect(route.body?.safeParse(body).error).toBeUndefined();
  if (route.response) expect(route.response.parse(response)).toEqual(response);
});

test.for(eventTypes)('the example of the event %s matches its schema', (type) => {
  expect(eventSchemas[type].parse(eventExamples[type])).toEqual(eventExamples[type]);
});

test('a webhook is described for each type of event, with the headers that sign it', () => {
  const { webhooks } = openApiDocument() as { webhooks: Record<string, Json> };
  expect(Object.keys(webhooks)).toEqual(eventTypes);
  for (const { post } of Object.values(webhooks) as { post: { parameters: Json[] } }[]) {
    expect(post.parameters).toHaveLength(3);
  }
});

type Change = (document: ReturnType<typeof bare>) => void;

/** The least document that has nothing to stumble over. */
const bare = () => ({
  webhooks: { purred: { post: { parameters: [] as Json[] } } },
  paths: {
    '/v1/cats': {
      post: {
        description: 'Adds a cat',
        parameters: [
          { name: 'limit', description: 'How many', schema: { type: 'integer', maximum: 100, default: 50 } },
        ],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' }, example: {} } },
        } as Json,
        responses: { 200: { $ref: '#/components/responses/ok' } } as Json,
      },
    },
  },
  components: {
    responses: {
      ok: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' }, example: {} } } },
    } as Json,
    schemas: {
      Cat: {
        type: 'object',
        description: 'A cat',
        properties: { mood: { $ref: '#/components/schemas/Mood' } } as Json,
      },
      Mood: { type: 'string', description: 'A mood', enum: ['calm', 'wild'] },
    } as Record<string, Json>,
  },
});

const changes: readonly (readonly [string, Change])[] = [
  [
    'Cat/properties/tail has no description',
    ({ components }) => {
      components.schemas.Cat = {
        ...components.schemas.Cat,
        properties: { tail: { type: 'string', maxLength: 9 } },
      };
    },
  ],
  [
    'Toys has no bound',
    ({ components }) => {
      components.schemas.Toys = {
        type: 'array',
        description: 'Toys',
        items: { $ref: '#/components/schemas/Mood' },
      };
    },
  ],
  [
    'is an object without a name',
    ({ components }) => {
      const tail = { type: 'object', description: 'The tail', properties: {} };
      components.schemas.Cat = { ...components.schemas.Cat, properties: { tail } };
    },
  ],
  [
    'is an enumeration without a name',
    ({ components }) => {
      const tail = { type: 'string', description: 'The tail', enum: ['long', 'short'] };
      components.schemas.Cat = { ...components.schemas.Cat, properties: { tail } };
    },
  ],
  [
    'has the same values as',
    ({ components }) => {
      components.schemas.Temper = { type: 'string', description: 'A temper', enum: ['wild', 'calm'] };
    },
  ],
  [
    'has a default',
    ({ components }) => {
      const tail = { type: 'object', description: 'The tail', default: {} };
      components.schemas.Cat = { ...components.schemas.Cat, properties: { tail } };
    },
  ],
  [
    'has allOf',
    ({ components }) => {
      components.schemas.Lion = { description: 'A lion', allOf: [{ $ref: '#/components/schemas/Cat' }] };
    },
  ],
  [
    'Lion has no description',
    ({ components }) => {
      components.schemas.Lion = { type: 'string', maxLength: 9 };
    },
  ],
  [
    'is called like the test of another one',
    ({ components }) => {
      components.schemas.CatTest = { type: 'string', maxLength: 9, description: 'A test' };
    },
  ],
  [
    'has a name that generated clients use',
    ({ components }) => {
      components.schemas.Client = { type: 'string', maxLength: 9, description: 'A client' };
    },
  ],
  [
    'differ in case only',
    ({ components }) => {
      components.schemas.CAT = { type: 'string', maxLength: 9, description: 'A cat' };
    },
  ],
  [
    'body has no example',
    ({ paths }) => {
      paths['/v1/cats'].post.requestBody = { content: { 'application/json': {} } };
    },
  ],
  [
    'the optional parameter limit has an example',
    ({ paths }) => {
      const { parameters } = paths['/v1/cats'].post;
      Object.assign(parameters[0] ?? {}, { example: 20 });
    },
  ],
  [
    'The webhook purred refers to #/components/parameters/Mood',
    ({ webhooks }) => {
      webhooks.purred.post.parameters.push({ $ref: '#/components/parameters/Mood' });
    },
  ],
  [
    'the 200 answer in application/json has no example',
    ({ components }) => {
      components.responses.ok = { content: { 'application/json': {} } };
    },
  ],
];

test('a valid document breaks none of the rules', () => {
  expect(stumblingBlocksIn(bare())).toEqual([]);
});

test.for(changes)('the rules notice a document in which something %s', ([expected, change]) => {
  const document = bare();
  change(document);
  expect(stumblingBlocksIn(document)).toEqual([expect.stringContaining(expected)]);
});

test('every reference can be resolved', () => {
  const document = openApiDocument();
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, path = ''] of references) {
    const target = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect(target, path).toBeDefined();
  }
});

test('it describes every problem at the URI in the problem’s type', () => {
  const document = openApiDocument() as { 'x-problems': Record<string, unknown> };
  for (const code of Object.keys(errors) as ErrorCode[]) {
    expect(problemUri(code)).toBe(`/v1/openapi.json#/x-problems/${code}`);
    expect(document['x-problems'][code]).toEqual(errors[code]);
  }
});

interface OperationObject {
  readonly operationId: string;
  readonly responses: Record<string, unknown>;
}
