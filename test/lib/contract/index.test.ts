import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { eventTypes, scopeOfEvent } from '#lib/contract/events.ts';
import { idPatternOf } from '#lib/contract/fields.ts';
import { operations } from '#lib/contract/index.ts';
import { errorsOf, methodOf, notFound, pathOf } from '#lib/contract/route.ts';

test('every route has a function, and every function has a route except background work and the fallback', () => {
  const files = globSync('functions/**/*.ts').filter(
    (file) => !/^functions\/((events|clock|tasks|tools|sockets)\/|service\/unrouted\.ts$)/.test(file),
  );
  expect(files.sort()).toEqual(operations.map(({ entry }) => entry).sort());
});

test('every function has a test', () => {
  const tested = globSync('test/functions/*/*.test.ts').map((file) =>
    file.replace(/^test\//, '').replace('.test.ts', '.ts'),
  );
  expect(tested.sort()).toEqual(globSync('functions/**/*.ts').sort());
});

test.for(operations)('$entry answers $id', async ({ entry, route }) => {
  const { handler } = (await import(`../../../${entry}`)) as { handler: { route: unknown } };
  expect(handler.route).toEqual(route);
});

test('all routes are different', () => {
  const keys = operations.map(({ route }) => route.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test.for(operations)('$id declares the parameters of its path, and an error for each', ({ route }) => {
  const named = [...pathOf(route).matchAll(/{(\w+)}/g)].map(([, name]) => name);
  const params: Readonly<Record<string, z.core.$ZodType>> = route.params?.shape ?? {};
  expect(Object.keys(params)).toEqual(named);
  // A PUT may create something under the name in its path. Only the platform makes ids, so those must exist.
  const isGiven = (name: string) =>
    methodOf(route) === 'PUT' && !idPatternOf(params[name] as z.core.$ZodType);
  for (const name of named.filter((one = '') => !isGiven(one)))
    expect(errorsOf(route)).toContain(notFound(name ?? ''));
});

test.for(operations)('$id answers as its method should', ({ id, route }) => {
  const method = methodOf(route);
  // A removal that is complete answers with nothing; one that takes time describes its progress. The end of a
  // handover leaves a chat to show.
  if (method === 'DELETE' && id !== 'handovers.remove') expect(route.status).toBe(route.response ? 202 : 204);
  else expect(route.response).toBeDefined();
  expect(route.status === 201).toBe(route.location !== undefined);
  expect(route.paged === true).toBe(route.query !== undefined && 'cursor' in route.query.shape);
});

/** The route that reads what a type of events is about, by the first part of the type's name. */
const readBy: Readonly<Record<string, string>> = {
  client: 'clients.get',
  agent: 'agents.get',
  document: 'documents.get',
  conversation: 'conversations.get',
  transcript: 'transcripts.get',
  note: 'notes.list',
  // The event shows the conversation, and no link to the recording.
  recording: 'conversations.get',
  api_key: 'apiKeys.get',
  integration: 'integrations.get',
  webhook: 'webhooks.get',
  tool_server: 'toolServers.get',
  usage: 'subscriptions.get',
  statement: 'statements.get',
  export: 'exports.get',
  analysis: 'analyzers.get',
  analysis_run: 'analysisRuns.get',
  test_run: 'testRuns.get',
  audit: 'auditRecords.get',
};

test.for(eventTypes.filter((type) => type !== 'ping'))(
  '%s requires the scope of the route that shows the same',
  (type) => {
    const { route } = operations.find(({ id }) => id === readBy[type.split('.')[0] ?? '']) ?? {};
    expect(route?.scope).toBeDefined();
    expect(scopeOfEvent(type)).toBe(route?.scope);
  },
);
