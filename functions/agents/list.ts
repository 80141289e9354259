import { listAgents } from '#lib/agents/agents.ts';
import { list } from '#lib/contract/agents.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findListOwner } from '#lib/organizations/clients.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id, order, ...filters } = query;
  const owner = await findListOwner(caller, client_id);
  return owner ? listAgents(owner.path, filters, { ...page, order }) : fail('client_not_found');
});
