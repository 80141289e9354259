import { own } from '#lib/contract/usage.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { usageCsv } from '#lib/domain/usage/csv.ts';
import { handle } from '#lib/http/handle.ts';
import { zoneOf } from '#lib/usage/sums.ts';
import { reportUsage } from '#lib/usage/usage.ts';

export const handler = handle(
  own,
  async ({ query, caller }) => {
    const owner = ownerOf(caller);
    const [zone, costsFrom] = await Promise.all([zoneOf(owner), costsShownTo(caller)]);
    return reportUsage(owner, zone, { ...query, costsFrom });
  },
  usageCsv,
);
