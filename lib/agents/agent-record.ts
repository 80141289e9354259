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

type StoredTools = Pick<Agent, 'tools' | 'conversation_flow'>;

/**
 * Tools without an action and nodes with all tools are stored like those that were written before there were
 * others.
 */
const withoutDefaults = ({ tools, conversation_flow }: StoredTools) => ({
  tools: tools.map(({ action, ...tool }) => ({ ...tool, ...(action !== null && { action }) })),
  conversation_flow: conversation_flow && {
    ...conversation_flow,
    nodes: conversation_flow.nodes.map(({ tools: allowed, ...node }) => ({
      ...node,
      ...(allowed !== null && { tools: allowed }),
    })),
  },
});

const withDefaults = ({ tools, conversation_flow }: StoredTools): StoredTools => ({
  tools: tools.map((tool) => ({ ...tool, action: tool.action ?? null })),
  conversation_flow: conversation_flow && {
    ...conversation_flow,
    nodes: conversation_flow.nodes.map((node) => ({ ...node, tools: node.tools ?? null })),
  },
});

/** Fields of text that agents have not always had. */
const optional = [
  'external_id',
  'limit_message',
  'disclosure',
  'filler',
  'failure_message',
  'fallback_number',
] as const;

const absent: Readonly<Record<string, null>> = {
  ...Object.fromEntries(optional.map((name) => [name, null])),
  handover: null,
  live_version: null,
};

const without = (packed: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(packed).filter(([name, value]) => value !== null || !Object.hasOwn(absent, name)),
  );

/**
 * An item without absent fields that agents have not always had, like those that were written before they
 * had them.
 */
export const agentItem = ({ handover, live_version: _live, ...agent }: AgentRecord, key: Key): Item => ({
  ...without(pack({ ...agent, ...withoutDefaults(agent) }, json)),
  ...(handover !== null && { handover: JSON.stringify(handover) }),
  ...key,
});

export const agentFromItem = (item: Item): AgentRecord => {
  const agent = unpack<AgentRecord>({ ...absent, ...item }, [...json, 'handover']);
  return { ...agent, ...withDefaults(agent) };
};
