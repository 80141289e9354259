import { get } from '#lib/contract/usage.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { usageCsv } from '#lib/domain/usage/csv.ts';
import { handle } from '#lib/http/handle.ts';
import { findLineage } from '#lib/organizations/clients.ts';
import { reportUsage } from '#lib/usage/usage.ts';

export const handler = handle(
  get,
  async ({ params, query, caller, fail }) => {
    const lineage = (await findLineage(caller, params.client_id)) ?? fail('client_not_found');
    const { timezone } = inheritSettings(lineage.members.map(({ settings }) => settings));
    return reportUsage(params.client_id, timezone ?? 'UTC', {
      ...query,
      costsFrom: await costsShownTo(caller),
    });
  },
  usageCsv,
);
