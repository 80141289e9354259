import { findAgent } from '#lib/agents/agents.ts';
import { listDocuments } from '#lib/agents/documents.ts';
import { list } from '#lib/contract/documents.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ params, query, page, caller, fail }) => {
  const agent = await findAgent(caller, params.agent_id);
  const { order, ...filters } = query;
  return agent ? listDocuments(agent, filters, { ...page, order }) : fail('agent_not_found');
});
