import { analysisRuns, cancelRun } from '#lib/analysis/runs.ts';
import { cancel } from '#lib/contract/analysis-runs.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(cancel, async ({ params, caller, fail }) => {
  const run = await analysisRuns.find(caller, params.analysis_run_id);
  return run ? cancelRun(run) : fail('analysis_run_not_found');
});
