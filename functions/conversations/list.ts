import { recordRead } from '#lib/audit/record-read.ts';
import { list } from '#lib/contract/conversations.ts';
import { readDetailed } from '#lib/conversations/details.ts';
import { withShownCosts } from '#lib/conversations/known-costs.ts';
import { withNames } from '#lib/conversations/names.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findListOwner } from '#lib/organizations/clients.ts';
import { listMatching } from '#lib/search/matching.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id, order, expand = [], ...filters } = query;
  const owner = (await findListOwner(caller, client_id)) ?? fail('client_not_found');
  await recordRead(list, caller, owner, { ...filters, ...(expand.length > 0 && { expand }) });
  const read = (limit: number) => listMatching(owner, filters, { ...page, order, limit });
  const found = await (expand.includes('details')
    ? readDetailed(caller, read, page.limit)
    : read(page.limit));
  return withShownCosts(caller, expand.includes('names') ? await withNames(found) : found);
});
