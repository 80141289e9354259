import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConversationFlow, flowFaults } from '#lib/contract/conversation-flow.ts';

/** A flow whose nodes lead where it is said, from the first one. */
const flowOf = (leads: Readonly<Record<string, readonly string[]>>, start = Object.keys(leads)[0] ?? '') => ({
  start,
  nodes: Object.entries(leads).map(([id, to]) => ({
    id,
    instruction: `Do ${id}`,
    transitions: to.map((node) => ({ to: node, when: 'it is time' })),
  })),
});

const placesOf = (flow: ReturnType<typeof flowOf>) => flowFaults(flow).map(({ path }) => path.join('/'));

test('a flow can branch, join, contain cycles and lead from a node to itself', () => {
  expect(placesOf(flowOf({ a: ['b', 'c'], b: ['d'], c: ['d', 'c'], d: ['a'] }))).toEqual([]);
  expect(placesOf(flowOf({ a: [] }))).toEqual([]);
  expect(placesOf(flowOf({ a: ['b'], b: ['a'] }, 'b'))).toEqual([]);
});

test('a transition leads to a node', () => {
  expect(placesOf(flowOf({ a: ['b', 'x'], b: ['y'] }))).toEqual([
    'nodes/0/transitions/1/to',
    'nodes/1/transitions/0/to',
  ]);
});

test('a node without a transition to it is a fault, and so is an unreachable cycle', () => {
  expect(placesOf(flowOf({ a: [], b: ['a'] }))).toEqual(['nodes/1']);
  expect(placesOf(flowOf({ a: ['a'], b: ['c'], c: ['b', 'a'] }))).toEqual(['nodes/1', 'nodes/2']);
});

test('a start that is not a node is one fault, not one for each node', () => {
  expect(placesOf(flowOf({ a: ['b'], b: [] }, 'x'))).toEqual(['start']);
});

test('an id is unique', () => {
  const { start, nodes } = flowOf({ a: ['b'], b: [] });
  expect(placesOf({ start, nodes: [...nodes, ...nodes.slice(1)] })).toEqual(['nodes/2/id']);
});

describe('In any graph', () => {
  const graph = fc
    .integer({ min: 1, max: 30 })
    .chain((size) =>
      fc.array(fc.array(fc.nat(size), { maxLength: 4 }), { minLength: size, maxLength: size }),
    );

  test('exactly the nodes without a path from the start are unreachable', () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const flow = flowOf(Object.fromEntries(edges.map((to, at) => [`n${at}`, to.map((n) => `n${n}`)])));
        const reached = edges.map((_, at) => at === 0);
        // As many rounds as there are nodes; in each, what can be reached leads one step further.
        for (const _ of edges) {
          for (const [at, to] of edges.entries()) if (reached[at]) for (const n of to) reached[n] = true;
        }
        const unreachable = edges.flatMap((_, at) => (reached[at] ? [] : [`nodes/${at}`]));
        const dangling = edges.flatMap((to, at) =>
          to.flatMap((n, index) => (n === edges.length ? [`nodes/${at}/transitions/${index}/to`] : [])),
        );
        expect(placesOf(flow).sort()).toEqual([...unreachable, ...dangling].sort());
      }),
    );
  });
});

test('a flow can have the maximum size', () => {
  const ids = Array.from({ length: 200 }, (_, at) => `n${at}`);
  const flow = flowOf(Object.fromEntries(ids.map((id, at) => [id, ids.slice(at % 151, (at % 151) + 50)])));
  expect(ConversationFlow.safeParse(flow).success).toBe(true);
});

test('lengths and unknown nodes are reported together', () => {
  const flow = flowOf({ a: ['x'], b: [] });
  const { error } = ConversationFlow.safeParse({
    ...flow,
    nodes: [...flow.nodes, { id: 'c', instruction: '', transitions: [{ to: 'y', when: 'w'.repeat(1001) }] }],
  });
  expect(error?.issues.map(({ path }) => path.join('/')).sort()).toEqual([
    'nodes/0/transitions/0/to',
    'nodes/1',
    'nodes/2',
    'nodes/2/instruction',
    'nodes/2/transitions/0/to',
    'nodes/2/transitions/0/when',
  ]);
});

test('it has a bounded number of nodes and of transitions', () => {
  const nodes = Array.from({ length: 201 }, (_, at) => ({ id: `n${at}`, instruction: 'x' }));
  const start = 'n0';
  const [first] = nodes;
  const transitions = Array.from({ length: 51 }, () => ({ to: 'n0', when: 'always' }));
  const refused = [
    { start, nodes },
    { start, nodes: [] },
    { start, nodes: [{ ...first, transitions }] },
  ];
  for (const flow of refused) expect(ConversationFlow.safeParse(flow).success).toBe(false);
});
