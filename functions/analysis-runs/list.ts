import { analysisRuns } from '#lib/analysis/runs.ts';
import { list } from '#lib/contract/analysis-runs.ts';
import { handleList } from '#lib/http/handle-list.ts';
import { findOwner } from '#lib/organizations/clients.ts';
import { listJobs } from '#lib/store/jobs.ts';

export const handler = handleList(list, async ({ query, page, caller, fail }) => {
  const owner = await findOwner(caller, query.client_id);
  return owner ? listJobs(analysisRuns, owner, { ...page, order: query.order }) : fail('client_not_found');
});
