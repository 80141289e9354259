import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { errors } from '#lib/contract/errors.ts';
import { operations } from '#lib/contract/index.ts';
import { errorsOf } from '#lib/contract/route.ts';
import { problemUri } from '#lib/http/problem.ts';
import { openApiDocument, openApiText } from '#lib/openapi.ts';

test('openapi.json is what the contract makes: npm run openapi', async () => {
  expect(await readFile('openapi.json', 'utf8')).toBe(openApiText());
});

test('it is valid OpenAPI 3.1', async () => {
  const { valid, errors: faults } = await new Validator().validate(openApiDocument());
  expect(faults ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('it describes every operation with each status it can answer with', () => {
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

test('every reference in it leads somewhere', () => {
  const document = openApiDocument();
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, path = ''] of references) {
    const target = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect(target, path).toBeDefined();
  }
});

test('it describes every problem where the problem’s type says', () => {
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
