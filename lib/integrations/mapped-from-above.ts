import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { keyOf, listPartition } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import { mappingFromItem } from './integration-record.ts';

/**
 * Whether an integration of an organization above the caller's maps one of its provider's agents to this
 * agent. Without the agent, the calls that it reports could not be attributed.
 */
export const isMappedFromAbove = async (
  { client_id }: Reach,
  { id, path }: Pick<AgentRecord, 'id' | 'path'>,
): Promise<boolean> => {
  const above = client_id === null ? [] : path.slice(0, path.indexOf(client_id));
  const [top] = above;
  if (top === undefined) return false;
  // The list of the topmost organization contains the integrations of all others.
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': listPartition(top, 'integrations') },
    ConsistentRead: true,
  });
  for await (const { items } of pages) {
    const theirs = items.filter((entry) => above.includes(String(entry.client_id)));
    const mappings = await batchGet(theirs.map((entry) => keyOf('agent_mapping', String(entry.id))));
    if (mappings.flatMap(mappingFromItem).some(({ agent_id }) => agent_id === id)) return true;
  }
  return false;
};
