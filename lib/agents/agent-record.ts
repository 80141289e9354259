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

const json = [
  'voice',
  'personality',
  'model',
  'tools',
  'conversation_flow',
  'handover',
  'provider',
  'metadata',
] as const;

/** Versions have no live version: it is which of them the agent speaks with. */
export const agentItem = ({ live_version: _live, ...agent }: AgentRecord, key: Key): Item => ({
  ...pack(agent, json),
  ...key,
});

export const agentFromItem = (item: Item): AgentRecord =>
  unpack<AgentRecord>({ live_version: null, ...item }, json);
