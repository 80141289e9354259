import type { Agent } from '#lib/contract/agents.ts';
import { pack, unpack } from '../records.ts';
import type { Item, Key } from '../table.ts';

/** An agent as it is stored: with the ids of its organization and that organization's ancestors, from the top down, and without its knowledge base. */
export interface AgentRecord extends Omit<Agent, 'knowledge_base'> {
  readonly path: readonly string[];
  /** The owner whose key set `provider`: integrations of that owner and its descendants find the agent by it, and others do not. */
  readonly provider_set_by?: string | null;
}

const json = ['voice', 'personality', 'model', 'tools', 'conversation_flow', 'provider', 'metadata'] as const;

/** An item without an absent `external_id`, like those that were written before agents had one. */
export const agentItem = ({ external_id, ...agent }: AgentRecord, key: Key): Item => ({
  ...pack(agent, json),
  ...(external_id !== null && { external_id }),
  ...key,
});

export const agentFromItem = (item: Item): AgentRecord =>
  unpack<AgentRecord>({ external_id: null, ...item }, json);
