import { analysisRuns } from '#lib/analysis/runs.ts';
import { list } from '#lib/contract/analysis-runs.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listJobs } from '#lib/store/jobs.ts';

export const handler = handleOwnList(list, (owner, paging) => listJobs(analysisRuns, owner, paging));
