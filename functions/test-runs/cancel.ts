import { cancel } from '#lib/contract/test-runs.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { cancelRun, testRuns } from '#lib/test-suites/runs.ts';

export const handler = handleWrite(cancel, async ({ params, caller, fail }) => {
  const run = await testRuns.find(caller, params.test_run_id);
  return run ? cancelRun(run) : fail('test_run_not_found');
});
