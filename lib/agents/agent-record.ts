import type { Agent } from '#lib/contract/agents.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item, Key } from '#lib/store/table.ts';

/**
 * An agent as it is stored: with the ids of its organization and that organization's ancestors, from the top
 * down, and without its knowledge base.
 */
export interface AgentRecord extends Omit<Agent, 'knowledge_base'> {
  readonly path: readonly string[];
  /**
   * The owner whose key set `provider`: integrations of that owner and its descendants find the agent by it,
   * and others do not.
   */
  readonly provider_set_by?: string | null;
}

const json = ['voice', 'personality', 'model', 'tools', 'conversation_flow', 'provider', 'metadata'] as const;

type Stored = Pick<Agent, 'tools' | 'conversation_flow'>;

/**
 * Tools without an action and nodes with all tools are stored like those that were written before there were
 * others.
 */
const withoutDefaults = ({ tools, conversation_flow }: Stored) => ({
  tools: tools.map(({ action, ...tool }) => ({ ...tool, ...(action !== null && { action }) })),
  conversation_flow: conversation_flow && {
    ...conversation_flow,
    nodes: conversation_flow.nodes.map(({ tools: allowed, ...node }) => ({
      ...node,
      ...(allowed !== null && { tools: allowed }),
    })),
  },
});

const withDefaults = ({ tools, conversation_flow }: Stored): Stored => ({
  tools: tools.map((tool) => ({ ...tool, action: tool.action ?? null })),
  conversation_flow: conversation_flow && {
    ...conversation_flow,
    nodes: conversation_flow.nodes.map((node) => ({ ...node, tools: node.tools ?? null })),
  },
});

/**
 * An item without an absent `external_id`, `handover` and `limit_message`, like those that were written
 * before agents had them.
 */
export const agentItem = (
  { external_id, handover, limit_message, live_version: _live, ...agent }: AgentRecord,
  key: Key,
): Item => ({
  ...pack({ ...agent, ...withoutDefaults(agent) }, json),
  ...(handover !== null && { handover: JSON.stringify(handover) }),
  ...(limit_message !== null && { limit_message }),
  ...(external_id !== null && { external_id }),
  ...key,
});

export const agentFromItem = (item: Item): AgentRecord => {
  const absent = { external_id: null, handover: null, limit_message: null, live_version: null };
  const agent = unpack<AgentRecord>({ ...absent, ...item }, [...json, 'handover']);
  return { ...agent, ...withDefaults(agent) };
};
