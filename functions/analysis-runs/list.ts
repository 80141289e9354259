import { list } from '#lib/contract/analysis-runs.ts';
import { listRuns } from '#lib/data/analysis/runs.ts';
import { findOwner } from '#lib/data/organizations/clients.ts';
import { handleList } from '#lib/http/handle-list.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listRuns(owner, { ...page, order: query.order }) : fail('client_not_found');
});
