import * as z from 'zod/mini';
import { docs, text } from './fields.ts';

/** The id of a node, of the integrator's choosing. */
export const NodeId = text(64);

export const FlowNode = z.strictObject({
  id: NodeId,
  instruction: text(10_000),
  transitions: z._default(
    z.array(z.strictObject({ to: NodeId, when: text(1000) })).check(z.maxLength(50)),
    [],
  ),
});

export type FlowNode = z.output<typeof FlowNode>;

const FlowShape = z.strictObject({
  start: NodeId,
  nodes: z.array(FlowNode).check(z.minLength(1), z.maxLength(200)),
});
type Flow = z.output<typeof FlowShape>;

/** What a merge patch does to a flow: its nodes are replaced as a whole. What it leads to is checked after merging. */
export const FlowPatch = z
  .strictObject({
    start: z.optional(z.nullable(NodeId)),
    nodes: z.optional(z.nullable(FlowShape.shape.nodes)),
  })
  .register(docs, { id: 'ConversationFlowPatch' });

/** The nodes that a conversation can come to. */
const reachedFrom = (start: string, nodes: Flow['nodes']): ReadonlySet<string> => {
  const leadingTo = new Map(nodes.map(({ id, transitions }) => [id, transitions.map(({ to }) => to)]));
  const reached = new Set<string>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(leadingTo.get(next) ?? []));
  }
  return reached;
};

interface FlowFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Why a conversation cannot follow a flow: every fault, each with its place in it. */
export const flowFaults = ({ start, nodes }: Flow): FlowFault[] => {
  const first = new Map<string, number>();
  for (const [at, { id }] of nodes.entries()) if (!first.has(id)) first.set(id, at);
  const isNode = (id: string) => first.has(id);
  const reached = reachedFrom(start, nodes);

  const ofNodes = nodes.flatMap(({ id, transitions }, at): FlowFault[] => [
    ...(first.get(id) === at ? [] : [{ path: ['nodes', at, 'id'], message: 'must not stand twice' }]),
    // From a start that is none, nothing can be reached: that is one fault, not one of each node.
    ...(reached.has(id) || !isNode(start)
      ? []
      : [{ path: ['nodes', at], message: 'must be reached from the start' }]),
    ...transitions.flatMap(({ to }, index) =>
      isNode(to)
        ? []
        : [{ path: ['nodes', at, 'transitions', index, 'to'], message: 'must be the id of a node' }],
    ),
  ]);
  return isNode(start) ? ofNodes : [{ path: ['start'], message: 'must be the id of a node' }, ...ofNodes];
};

export const ConversationFlow = FlowShape.check(({ value, issues }) => {
  for (const { path, message } of flowFaults(value)) {
    issues.push({ code: 'custom', path: [...path], message, input: value });
  }
}).register(docs, {
  id: 'ConversationFlow',
  description:
    'A graph of instructions: where to start, and when to go where. Every node can be reached from the start',
});
export type ConversationFlow = z.output<typeof ConversationFlow>;
