import * as z from 'zod/mini';
import { described, docs, orNull, strictObject, text } from './fields.ts';
import { ToolName } from './tools.ts';

/** The id of a node, chosen by the integrator. */
export const NodeId = text(64);

const FlowTransition = strictObject('FlowTransition', 'A transition from one node to another', {
  to: described(NodeId, 'The id of the next node'),
  when: described(text(1000), 'The condition for taking this transition, in words'),
});

export const FlowNode = strictObject('FlowNode', 'One step of a flow', {
  id: described(NodeId, 'The node’s id, unique within the flow'),
  instruction: described(text(10_000), 'The agent’s instructions while it is at this node'),
  tools: described(
    orNull(z.array(ToolName).check(z.maxLength(128))),
    'The names of the tools that the agent may call at this node; null for all',
  ),
  transitions: z._default(z.array(FlowTransition).check(z.maxLength(50)), []).register(docs, {
    description: 'The transitions to the next nodes. A node without transitions ends the flow',
  }),
});

export type FlowNode = z.output<typeof FlowNode>;

const FlowShape = z.strictObject({
  start: described(NodeId, 'The id of the first node'),
  nodes: z
    .array(FlowNode)
    .check(z.minLength(1), z.maxLength(200))
    .register(docs, { description: 'The nodes of the graph' }),
});

/** The shape of a graph. */
interface Graph {
  readonly start: string;
  readonly nodes: readonly Pick<FlowNode, 'id' | 'transitions'>[];
}

/** A merge patch of a flow. It replaces the list of nodes as a whole. The flow is validated after merging. */
export const FlowPatch = strictObject('ConversationFlowPatch', 'The fields of a flow to change', {
  start: described(z.optional(z.nullable(NodeId)), 'The id of the first node'),
  nodes: described(
    z.optional(z.nullable(FlowShape.shape.nodes)),
    'All nodes of the graph: the list is replaced as a whole',
  ),
});

/** The ids of the nodes that a conversation can reach. */
const reachedFrom = (start: string, nodes: Graph['nodes']): ReadonlySet<string> => {
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

/** All faults that prevent a conversation from following a flow, each with its path in the flow. */
export const flowFaults = ({ start, nodes }: Graph): FlowFault[] => {
  const first = new Map<string, number>();
  for (const [at, { id }] of nodes.entries()) if (!first.has(id)) first.set(id, at);
  const isNode = (id: string) => first.has(id);
  const reached = reachedFrom(start, nodes);

  const ofNodes = nodes.flatMap(({ id, transitions }, at): FlowFault[] => [
    ...(first.get(id) === at ? [] : [{ path: ['nodes', at, 'id'], message: 'must be unique' }]),
    // From a start that does not exist, no node can be reached. That is one fault, not one for each node.
    ...(reached.has(id) || !isNode(start)
      ? []
      : [{ path: ['nodes', at], message: 'must be reachable from the start' }]),
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
  description: 'A graph of instructions. Every node must be reachable from the start',
});
export type ConversationFlow = z.output<typeof ConversationFlow>;
