import { list } from '#lib/contract/conversations.ts';
import { recordRead } from '#lib/data/audit/record-read.ts';
import { listConversations } from '#lib/data/conversations/conversations.ts';
import { readDetailed } from '#lib/data/conversations/details.ts';
import { withNames } from '#lib/data/conversations/names.ts';
import { findListOwner } from '#lib/data/organizations/clients.ts';
import { withShownCosts } from '#lib/data/organizations/known-costs.ts';
import { withoutOwnTest } from '#lib/data/organizations/known-tests.ts';
import { searchConversations } from '#lib/data/search/search.ts';
import { handleList } from '#lib/http/handle-list.ts';

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
