import { summary } from '#lib/contract/conversations/summary.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import { summarizeConversations } from '#lib/conversations/summary.ts';
import { summaryCsv } from '#lib/domain/conversations/summary-csv.ts';
import { handle } from '#lib/http/handle.ts';
import { findListOwner } from '#lib/organizations/clients.ts';
import { withoutOwnTest } from '#lib/organizations/known-tests.ts';
import { zoneOf } from '#lib/usage/sums.ts';

export const handler = handle(
  summary,
  async ({ query, caller, fail }) => {
    const { client_id, interval, group_by, ...asked } = query;
    const owner = (await findListOwner(caller, client_id)) ?? fail('client_not_found');
    const filters = await withoutOwnTest(owner, asked);
    const [zone, costsFrom] = await Promise.all([zoneOf(owner.id), costsShownTo(caller)]);
    return summarizeConversations(owner, filters, { interval, group_by, zone, costsFrom });
  },
  summaryCsv,
);
