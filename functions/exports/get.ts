import { recordRead } from '#lib/audit/record-read.ts';
import { get } from '#lib/contract/exports.ts';
import { scopesOfExport } from '#lib/domain/exports/export.ts';
import { exportRecords } from '#lib/exports/exports.ts';
import { withLinks } from '#lib/exports/links.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = (await exportRecords.find(caller, params.export_id)) ?? fail('export_not_found');
  requireScopes(caller, scopesOfExport(found));
  await recordRead(get, caller, found);
  return withLinks(found);
});
