import { recordRead } from '#lib/audit/record-read.ts';
import { active } from '#lib/contract/conversations.ts';
import { listConversations } from '#lib/conversations/conversations.ts';
import { readDetailed } from '#lib/conversations/details.ts';
import { withShownCosts } from '#lib/conversations/known-costs.ts';
import { withNames } from '#lib/conversations/names.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findListOwner } from '#lib/organizations/clients.ts';
import { withoutOwnTest } from '#lib/organizations/known-tests.ts';
import { withLiveWords } from '#lib/phone/live-words.ts';

/** The action of the route that returns turns alone. */
const transcriptRead = { audit: 'transcript.read' };

export const handler = handleList(active, async ({ query, page, caller, fail }) => {
  const { client_id, order, expand = [], ...asked } = query;
  const owner = (await findListOwner(caller, client_id)) ?? fail('client_not_found');
  const reads = [active, ...(expand.includes('turns') ? [transcriptRead] : [])];
  const shown = { ...asked, ...(expand.length > 0 && { expand }) };
  await Promise.all(reads.map((read) => recordRead(read, caller, owner, shown)));
  const filters = await withoutOwnTest(owner, asked);
  const read = (limit: number) =>
    listConversations(owner, { ...filters, status: ['active'] }, { ...page, order, limit });
  const found = await (expand.includes('details')
    ? readDetailed(caller, read, page.limit)
    : read(page.limit));
  const named = expand.includes('names') ? await withNames(found) : found;
  const followed = expand.includes('turns') ? await withLiveWords(named) : named;
  return withShownCosts(caller, followed);
});
