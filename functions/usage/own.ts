import { own } from '#lib/contract/usage.ts';
import { costsShownTo } from '#lib/data/organizations/known-costs.ts';
import { zoneOf } from '#lib/data/usage/sums.ts';
import { readUsage } from '#lib/data/usage/usage.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { usageCsv } from '#lib/domain/usage/csv.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(
  own,
  async ({ query, caller }) => {
    const owner = ownerOf(caller);
    const [zone, costsFrom] = await Promise.all([zoneOf(owner), costsShownTo(caller)]);
    return readUsage(owner, zone, { ...query, costsFrom });
  },
  usageCsv,
);
