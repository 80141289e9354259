import { create } from '#lib/contract/exports.ts';
import { platform } from '#lib/domain/caller.ts';
import { scopesOfExport } from '#lib/domain/exports/export.ts';
import { admitExport, insertExport } from '#lib/exports/exports.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { findLineage } from '#lib/organizations/clients.ts';
import { parseTerms } from '#lib/search/search.ts';

export const handler = handleWrite(create, async ({ body, caller, fail }) => {
  requireScopes(caller, scopesOfExport(body));
  if (body.filters?.q !== undefined) parseTerms(body.filters.q, { pointer: '/filters/q' });
  const clientId = body.client_id ?? caller.client_id;
  const lineage = clientId === null ? null : await findLineage(caller, clientId);
  if (lineage === undefined) return fail('client_not_found');
  if (lineage?.members.some(({ erasing_since }) => erasing_since)) return fail('client_erasing');
  const gate = await admitExport(clientId ?? platform);
  return gate ? insertExport(lineage?.client.path ?? [], body, gate) : fail('too_many_exports');
});
