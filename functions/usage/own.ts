import { own } from '#lib/contract/usage.ts';
import { zoneOf } from '#lib/data/usage/sums.ts';
import { readUsage } from '#lib/data/usage/usage.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import { usageCsv } from '#lib/domain/usage/csv.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(
  own,
  async ({ query, caller }) => readUsage(ownerOf(caller), await zoneOf(ownerOf(caller)), query),
  usageCsv,
);
