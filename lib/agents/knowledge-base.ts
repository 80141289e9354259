import type { KnowledgeBase } from '#lib/contract/agents.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';

/** The counts of an agent without documents, an item next to the agent's record. */
export const emptyKnowledgeBase = (agentId: string): Item => ({
  ...keyOf('knowledge_base', agentId),
  documents: 0,
  bytes: 0,
  version: 0,
});

export const knowledgeBaseFromItem = (item: Item): KnowledgeBase => {
  const { documents, bytes, version } = item as unknown as KnowledgeBase;
  return { documents, bytes, version };
};
