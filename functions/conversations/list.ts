import { list } from '#lib/contract/conversations.ts';
import { listConversations } from '#lib/data/conversations/conversations.ts';
import { findListOwner } from '#lib/data/organizations/clients.ts';
import { withShownCosts } from '#lib/data/organizations/known-costs.ts';
import { searchConversations } from '#lib/data/search/search.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id, order, q, ...filters } = query;
  const owner = await findListOwner(caller, client_id);
  if (!owner) return fail('client_not_found');
  const paging = { ...page, order };
  const found =
    q === undefined
      ? await listConversations(owner, filters, paging)
      : await searchConversations(owner, { ...filters, q }, paging);
  return withShownCosts(caller, found);
});
