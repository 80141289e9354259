import { analysisRuns } from '#lib/analysis/runs.ts';
import { get } from '#lib/contract/analysis-runs.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const run = await analysisRuns.find(caller, params.analysis_run_id);
  return run ? analysisRuns.represent(run) : fail('analysis_run_not_found');
});
