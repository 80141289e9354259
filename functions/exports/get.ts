import { get } from '#lib/contract/exports.ts';
import { findExport } from '#lib/data/exports/exports.ts';
import { withLinks } from '#lib/data/exports/links.ts';
import { missingScope } from '#lib/domain/exports/export.ts';
import { lacking } from '#lib/http/authorize.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const found = await findExport(caller, params.export_id);
  if (!found) return fail('export_not_found');
  const missing = missingScope(caller, found);
  if (missing) throw lacking(missing);
  return withLinks(found);
});
