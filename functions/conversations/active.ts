import { active } from '#lib/contract/conversations.ts';
import { listConversations } from '#lib/data/conversations/conversations.ts';
import { findListOwner } from '#lib/data/organizations/clients.ts';
import { withShownCosts } from '#lib/data/organizations/known-costs.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(active, async ({ query, page, caller, fail }) => {
  const { client_id, order, ...filters } = query;
  const owner = await findListOwner(caller, client_id);
  if (!owner) return fail('client_not_found');
  const found = await listConversations(owner, { ...filters, status: ['active'] }, { ...page, order });
  return withShownCosts(caller, found);
});
