import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { listInherited } from '#lib/analysis/analyzers.ts';
import { list } from '#lib/contract/analyzers.ts';
import { platform } from '#lib/domain/caller.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findPath } from '#lib/organizations/clients.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const { client_id = caller.client_id, order, inherited } = query;
  const path = client_id === null ? [] : await findPath(caller, client_id);
  if (!path) return fail('client_not_found');
  const paging = { ...page, order };
  return inherited === 'true'
    ? listInherited(caller, path, paging)
    : listEntities(analyzers, path.at(-1) ?? platform, paging);
});
