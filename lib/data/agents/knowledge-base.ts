import type { KnowledgeBase } from '#lib/contract/agents.ts';
import { knowledgeBaseKey } from '../keys.ts';
import type { Item } from '../table.ts';

/** What stands beside the record of an agent that knows nothing yet. */
export const emptyKnowledgeBase = (agentId: string): Item => ({
  ...knowledgeBaseKey(agentId),
  documents: 0,
  bytes: 0,
  version: 0,
});

export const knowledgeBaseFromItem = (item: Item): KnowledgeBase => {
  const { documents, bytes, version } = item as unknown as KnowledgeBase;
  return { documents, bytes, version };
};
