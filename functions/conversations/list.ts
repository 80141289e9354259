import { recordRead } from '#lib/audit/record-read.ts';
import { list } from '#lib/contract/conversations.ts';
import { listConversations } from '#lib/conversations/conversations.ts';
import { readDetailed } from '#lib/conversations/details.ts';
import { withShownCosts } from '#lib/conversations/known-costs.ts';
import { withNames } from '#lib/conversations/names.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findListOwner } from '#lib/organizations/clients.ts';
import { withoutOwnTest } from '#lib/organizations/known-tests.ts';
import { searchConversations } from '#lib/search/search.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id, order, q, expand = [], ...asked } = query;
  const owner = await findListOwner(caller, client_id);
  if (!owner) return fail('client_not_found');
  await recordRead(list, caller, owner, { ...asked, q, ...(expand.length > 0 && { expand }) });
  const filters = await withoutOwnTest(owner, asked);
  const read = (limit: number) => {
    const paging = { ...page, order, limit };
    return q === undefined
      ? listConversations(owner, filters, paging)
      : searchConversations(owner, { ...filters, q }, paging);
  };
  const found = await (expand.includes('details')
    ? readDetailed(caller, read, page.limit)
    : read(page.limit));
  return withShownCosts(caller, expand.includes('names') ? await withNames(found) : found);
});
