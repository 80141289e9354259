import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { pathOf } from '#lib/contract/route.ts';
import { tableDefinition } from '#lib/store/table-definition.ts';
import { recordedStacks } from '../../last-release/recorded.ts';
import { fewFunctions, stacksOf, templatesOf, templatesWith } from '../../support/stack.ts';

const last = recordedStacks();

interface Index {
  readonly IndexName: string;
}

/** The data stack's template under these settings. */
const dataTemplate = (settings: object = {}) => {
  const stacks = stacksOf({ settings }, fewFunctions);
  const template = templatesOf(stacks).get(stacks.data.node.path);
  if (!template) throw new Error('There is no data stack');
  return template;
};

const tableIn = ({ Resources }: ReturnType<typeof dataTemplate>) => {
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
  if (!table) throw new Error('There is no table');
  return table.Properties;
};

const indexesIn = ({ GlobalSecondaryIndexes }: Readonly<Record<string, unknown>>) =>
  GlobalSecondaryIndexes as readonly Index[];

/** The indexes that an update from one table to another creates, deletes or replaces. */
const indexChanges = (from: readonly Index[], to: readonly Index[]): string[] => {
  const find = (among: readonly Index[], name: string) => among.find(({ IndexName }) => IndexName === name);
  const names = new Set([...from, ...to].map(({ IndexName }) => IndexName));
  return [...names].filter((name) => !isDeepStrictEqual(find(from, name), find(to, name)));
};

/** The values of `data.last_index` that upgrade guides name, in order, and then none. */
const added = indexChanges(indexesIn(last.data.table), indexesIn(tableIn(dataTemplate()))).toSorted(
  (one, other) => Number(one.replace('by_f', '')) - Number(other.replace('by_f', '')),
);

test('the upgrade from the last release adds one index with each deployment of the data stack', () => {
  const steps = [
    last.data.table,
    ...added.slice(0, -1).map((last_index) => tableIn(dataTemplate({ data: { last_index } }))),
    tableIn(dataTemplate()),
  ].map(indexesIn);
  for (const [at, next] of steps.slice(1).entries()) {
    expect(indexChanges(steps[at] ?? [], next)).toEqual([added[at]]);
  }
});

test('each step back removes one index with each deployment of the data stack', () => {
  // The last release has no setting for it: the present one removes all but the first of its own, and the
  // deployment of the last release itself removes that one.
  const back = added.slice(0, -1).toReversed();
  const steps = [
    tableIn(dataTemplate()),
    ...back.map((last_index) => tableIn(dataTemplate({ data: { last_index } }))),
    last.data.table,
  ].map(indexesIn);
  for (const [at, next] of steps.slice(1).entries()) {
    expect(indexChanges(steps[at] ?? [], next)).toHaveLength(1);
  }
});

test('an update of the table replaces nothing, and changes what is asked of it in place', () => {
  const { KeySchema, StreamSpecification, TimeToLiveSpecification } = tableIn(dataTemplate());
  expect({ KeySchema, StreamSpecification, TimeToLiveSpecification }).toEqual({
    KeySchema: last.data.table.KeySchema,
    StreamSpecification: last.data.table.StreamSpecification,
    TimeToLiveSpecification: last.data.table.TimeToLiveSpecification,
  });
});

test('the platform stack of the last release can be deployed beside the data stack of this one', () => {
  const { Resources, Outputs = {} } = dataTemplate();
  expect(Object.keys(Outputs)).toEqual(expect.arrayContaining([...last.reads]));
  const types = Object.entries(Resources).map(([id, { Type }]) => [id, Type]);
  const { CDKMetadata: _, ...resources } = last.data.resources;
  expect(Object.fromEntries(types)).toMatchObject(resources);
  // Its code asks for nothing that the table no longer has.
  const names = tableDefinition.indexes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(indexesIn(last.data.table).map(({ IndexName }) => IndexName)));
});

test('no route of the last release moves to another stack, where it would exist twice for a moment', () => {
  const now = new Map(
    [...templatesWith()].flatMap(([path, { Resources }]) =>
      Object.values(Resources)
        .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
        // The routes of the WebSocket API have an API of their own.
        .filter(() => !path.endsWith('Sockets'))
        .map(({ Properties }) => [String(Properties.RouteKey), path.replaceAll('/', '')]),
    ),
  );
  const served = new Set(operations.map(({ route }) => pathOf(route)));
  for (const [key, stack] of Object.entries(last.routes)) {
    const path = key.split(' ')[1] ?? '';
    if (path !== '' && !served.has(path)) continue;
    // The file of a nested template is called as its stack, and ends in a hash.
    // One route serves GET and HEAD now.
    const current = now.get(key) ?? now.get(`ANY ${path}`);
    expect(`${key} ${stack}`).toContain(`${key} ${current}`);
  }
});
